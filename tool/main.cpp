#include <pram/tool.hpp>

int main(int count, char** arguments) { return pram::tool::main(count, arguments); }
