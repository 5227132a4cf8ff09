// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#include "src/process/control_block.hpp"

#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <new>

namespace plugsmith::process {
namespace {

Result<std::shared_ptr<ControlBlock>> map(int fd) {
  void* address = ::mmap(nullptr, sizeof(ControlBlock), PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
  if (address == MAP_FAILED) return internal_error("cannot map the memory shared with a worker");
  return std::shared_ptr<ControlBlock>(
      static_cast<ControlBlock*>(address),
      [](ControlBlock* block) { ::munmap(block, sizeof(ControlBlock)); });
}

}  // namespace

Result<std::shared_ptr<ControlBlock>> create_control_block(int fd) {
  if (::ftruncate(fd, sizeof(ControlBlock)) != 0) {
    return resource_exhausted("cannot make the memory shared with a worker");
  }
  auto block = map(fd);
  if (block.is_ok()) new (block->get()) ControlBlock();
  return block;
}

Result<std::shared_ptr<ControlBlock>> open_control_block(int fd) {
  struct stat info {};
  if (::fstat(fd, &info) != 0 || info.st_size != static_cast<off_t>(sizeof(ControlBlock))) {
    return internal_error("descriptor " + std::to_string(fd) + " holds no control block");
  }
  auto block = map(fd);
  if (block.is_ok() && (*block)->magic != ControlBlock::kMagic) {
    return internal_error("the control block was made by another version of plugsmith");
  }
  return block;
}

}  // namespace plugsmith::process
