// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
// What host and check refer to in src/cuda, where there is no CUDA to link;
// tests/fuzz/no_device.cpp has what the adapters do.
#include "src/cuda/device_stream.hpp"
#include "src/cuda/guarded_buffer.hpp"

namespace plugsmith::cuda {
namespace {

Status none() { return unsupported(why_no_device()); }

}  // namespace

std::string why_no_device() { return "there is no device here"; }

GuardedBuffer::~GuardedBuffer() = default;
GuardedBuffer::GuardedBuffer(GuardedBuffer&&) noexcept {}
GuardedBuffer& GuardedBuffer::operator=(GuardedBuffer&&) noexcept { return *this; }
Result<GuardedBuffer> GuardedBuffer::make(std::int64_t, std::int64_t) { return none(); }
Result<GuardedBuffer> GuardedBuffer::make_bare(std::int64_t) { return none(); }
void* GuardedBuffer::data() const { return base_; }
Status GuardedBuffer::fill(unsigned char) { return none(); }
Status GuardedBuffer::upload(const void*, std::int64_t) { return none(); }
Status GuardedBuffer::download(void*, std::int64_t) const { return none(); }
Status GuardedBuffer::check_guards(const std::string&) const { return none(); }

Result<std::unique_ptr<DeviceStream>> DeviceStream::make() { return none(); }
DeviceStream::~DeviceStream() = default;
Status DeviceStream::synchronize() { return none(); }
Status DeviceStream::capture(const Work&) { return none(); }
Status DeviceStream::replay() { return none(); }
Result<std::vector<double>> DeviceStream::time_us(const Work&, const Work&, int, int) {
  return none();
}

Status synchronize_device() { return none(); }
Status reset_device() { return none(); }
Status enqueue_memset(void*, unsigned char, std::int64_t, Stream) { return none(); }
Result<DeviceFacts> device_facts() { return none(); }

}  // namespace plugsmith::cuda
