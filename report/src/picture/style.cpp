#include <pram/report/detail/picture/drawing.hpp>

namespace pram::report {

// The style has no blanks that mean nothing, for it is part of every page and picture. Colours of parts differ in
// lightness, too, so that readers can distinguish them in print and where they see fewer hues.
std::string_view drawing_style() {
  return R"(:root,svg{
--ground:#ffffff;--ink:#1b1f24;--faint:#57606a;--grid:#d8dee4;--link:#0a58ca;--bar:#f2b8a0;
--selected:#fff3c4;--phase1:#0072b2;--phase2:#56b4e9;--phase3:#009e73;--phase4:#b8a000;--phase5:#cc79a7;
--phase6:#7a5195;--back:#9aa5b1;--needed:#0072b2;--contention:#d55e00;--collective:#009e73;--work:#e6a532;
--saved:none;--heat:#d1361b;
}
@media (prefers-color-scheme:dark){
:root,svg{
--ground:#14181d;--ink:#e6edf3;--faint:#9aa5b1;--grid:#343b43;--link:#6cb0ff;--bar:#7c3a22;
--selected:#4a4217;--phase1:#3b9ddd;--phase2:#8ccdf2;--phase3:#2bc197;--phase4:#d8c53a;--phase5:#dd9abf;
--phase6:#a985c4;--back:#5d6873;--needed:#3b9ddd;--contention:#f0803c;--collective:#2bc197;
--work:#efb956;--heat:#ff7a52;
}
}
@media print{
:root,svg{--ground:#ffffff;--ink:#000000;--faint:#333333;--grid:#bbbbbb}
}
svg text{font:12px system-ui,sans-serif;fill:var(--ink)}
svg text.label{fill:var(--faint)}
.ground{fill:var(--ground)}
.axis{stroke:var(--faint);stroke-width:1}
.grid{stroke:var(--grid);stroke-width:1}
.phase1{fill:var(--phase1)}.phase2{fill:var(--phase2)}.phase3{fill:var(--phase3)}
.phase4{fill:var(--phase4)}.phase5{fill:var(--phase5)}.phase6{fill:var(--phase6)}
.back{fill:var(--back)}.needed{fill:var(--needed)}.contention{fill:var(--contention)}
.collective{fill:var(--collective)}.work{fill:var(--work)}.mean{fill:var(--ink);fill-opacity:0.35}
rect.ghost{fill-opacity:0.45}
.saved{fill:none;stroke:var(--faint);stroke-dasharray:4 3}
.dot{fill-opacity:0.7;stroke:var(--ground);stroke-width:0.5}
path.curve{fill:none;stroke:var(--faint);stroke-width:1.2}
path.prediction{fill:none;stroke:var(--ink);stroke-dasharray:6 4;stroke-width:1.5}
rect.prediction{fill:var(--ink)}
path.bound{fill:none;stroke:var(--collective);stroke-width:2}
rect.bound{fill:var(--collective)}
.band{fill:var(--grid)}.band.odd{fill:var(--back);opacity:0.75}
svg text.title{font-weight:600}
svg text.on{font-weight:600;paint-order:stroke;stroke:var(--ground);stroke-width:3px}
.node{fill:var(--faint)}
.heat{fill:var(--heat)}
path.runs{stroke:var(--heat)}
.hit{fill:none;pointer-events:all}
line.heat{stroke:var(--heat);stroke-width:3}
.h0{opacity:0.04}.h1{opacity:0.12}.h2{opacity:0.18}.h3{opacity:0.24}
.h4{opacity:0.3}.h5{opacity:0.36}.h6{opacity:0.43}.h7{opacity:0.5}
.h8{opacity:0.56}.h9{opacity:0.62}.h10{opacity:0.69}.h11{opacity:0.75}
.h12{opacity:0.81}.h13{opacity:0.87}.h14{opacity:0.94}.h15{opacity:1}
line.h0{stroke:var(--grid);stroke-width:1;opacity:1}
)";
}

}  // namespace pram::report
