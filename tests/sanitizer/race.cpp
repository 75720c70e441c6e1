#include <atomic>
#include <chrono>
#include <iostream>
#include <thread>

#include "host/host_threads.hpp"

// Two pieces of work write one number without order, on two threads. The thread sanitizer must say so, whatever is
// suppressed: CMakeLists.txt looks for its words. Exit code 77: the host gave no second thread.
int main() {
  pram::detail::HostThreads workers(2);
  std::atomic<int> begun = 0;
  int number = 0;
  bool together = true;
  workers.run(2, true, [&](unsigned k) {
    // Relaxed, so that waiting for each other puts nothing in order. On one thread the two would be no race.
    begun.fetch_add(1, std::memory_order_relaxed);
    const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(60);
    while (begun.load(std::memory_order_relaxed) < 2 && std::chrono::steady_clock::now() < end)
      std::this_thread::yield();
    if (k == 0) together = begun.load(std::memory_order_relaxed) == 2;
    number += static_cast<int>(k) + 1;
  });
  if (!together) {
    std::cout << "both pieces ran on one thread\n";
    return 77;
  }
  std::cout << "no race was reported; the number is " << number << "\n";
  return 0;
}
