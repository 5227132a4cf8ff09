// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#include "src/cuda_shim/recorder.hpp"

// Streams and events. Work is done when it is called, so nothing is ever waited for.

namespace {

using plugsmith::cuda_shim::CallKind;
using plugsmith::cuda_shim::Recorded;
namespace shim = plugsmith::cuda_shim;

template <class Handle>
cudaError_t create(const char* api, Handle* made) {
  Recorded call(api, CallKind::kCreate);
  if (made == nullptr) return call.done(cudaErrorInvalidValue);
  *made = static_cast<Handle>(shim::new_handle());
  return call.with(*made).done();
}

cudaError_t destroy(const char* api, const void* handle) {
  Recorded call(api, CallKind::kDestroy);
  return call.with(handle).done(handle == nullptr ? cudaErrorInvalidResourceHandle : cudaSuccess);
}

}  // namespace

CUDA_SHIM cudaError_t cudaStreamCreate(cudaStream_t* stream) {
  return create("cudaStreamCreate", stream);
}
CUDA_SHIM cudaError_t cudaStreamCreateWithFlags(cudaStream_t* stream, unsigned /*flags*/) {
  return create("cudaStreamCreateWithFlags", stream);
}
CUDA_SHIM cudaError_t cudaStreamCreateWithPriority(cudaStream_t* stream, unsigned /*flags*/,
                                                   int /*priority*/) {
  return create("cudaStreamCreateWithPriority", stream);
}
CUDA_SHIM cudaError_t cudaStreamDestroy(cudaStream_t stream) {
  return destroy("cudaStreamDestroy", stream);
}

CUDA_SHIM cudaError_t cudaStreamSynchronize(cudaStream_t stream) {
  return Recorded("cudaStreamSynchronize", CallKind::kSynchronize).on(stream).done();
}
CUDA_SHIM_ALIAS(cudaStreamSynchronize_ptsz, cudaStreamSynchronize);

CUDA_SHIM cudaError_t cudaStreamQuery(cudaStream_t stream) {
  return Recorded("cudaStreamQuery", CallKind::kQuery).on(stream).done();
}
CUDA_SHIM_ALIAS(cudaStreamQuery_ptsz, cudaStreamQuery);

CUDA_SHIM cudaError_t cudaStreamWaitEvent(cudaStream_t stream, cudaEvent_t event,
                                          unsigned /*flags*/) {
  return Recorded("cudaStreamWaitEvent", CallKind::kWaitEvent).on(stream).with(event).done();
}
CUDA_SHIM_ALIAS(cudaStreamWaitEvent_ptsz, cudaStreamWaitEvent);

CUDA_SHIM cudaError_t cudaStreamIsCapturing(cudaStream_t stream, int* status) {
  *status = 0;  // cudaStreamCaptureStatusNone
  return Recorded("cudaStreamIsCapturing", CallKind::kQuery).on(stream).done();
}
CUDA_SHIM_ALIAS(cudaStreamIsCapturing_ptsz, cudaStreamIsCapturing);

// Later parameters, which differ between generations, mean nothing where no capture is under way.
CUDA_SHIM cudaError_t cudaStreamGetCaptureInfo(cudaStream_t stream, int* status) {
  *status = 0;
  return Recorded("cudaStreamGetCaptureInfo", CallKind::kQuery).on(stream).done();
}
CUDA_SHIM_ALIAS(cudaStreamGetCaptureInfo_ptsz, cudaStreamGetCaptureInfo);
CUDA_SHIM_ALIAS(cudaStreamGetCaptureInfo_v2, cudaStreamGetCaptureInfo);
CUDA_SHIM_ALIAS(cudaStreamGetCaptureInfo_v2_ptsz, cudaStreamGetCaptureInfo);
CUDA_SHIM_ALIAS(cudaStreamGetCaptureInfo_v3, cudaStreamGetCaptureInfo);
CUDA_SHIM_ALIAS(cudaStreamGetCaptureInfo_v3_ptsz, cudaStreamGetCaptureInfo);

CUDA_SHIM cudaError_t cudaStreamGetFlags(cudaStream_t stream, unsigned* flags) {
  *flags = 0;
  return Recorded("cudaStreamGetFlags", CallKind::kQuery).on(stream).done();
}
CUDA_SHIM_ALIAS(cudaStreamGetFlags_ptsz, cudaStreamGetFlags);

CUDA_SHIM cudaError_t cudaStreamGetPriority(cudaStream_t stream, int* priority) {
  *priority = 0;
  return Recorded("cudaStreamGetPriority", CallKind::kQuery).on(stream).done();
}
CUDA_SHIM_ALIAS(cudaStreamGetPriority_ptsz, cudaStreamGetPriority);

CUDA_SHIM cudaError_t cudaStreamGetId(cudaStream_t stream, unsigned long long* id) {
  *id = reinterpret_cast<std::uintptr_t>(stream);
  return Recorded("cudaStreamGetId", CallKind::kQuery).on(stream).done();
}
CUDA_SHIM_ALIAS(cudaStreamGetId_ptsz, cudaStreamGetId);

CUDA_SHIM cudaError_t cudaStreamGetDevice(cudaStream_t stream, int* device) {
  *device = shim::current_device();
  return Recorded("cudaStreamGetDevice", CallKind::kQuery).on(stream).done();
}
CUDA_SHIM_ALIAS(cudaStreamGetDevice_ptsz, cudaStreamGetDevice);

CUDA_SHIM cudaError_t cudaStreamSetAttribute(cudaStream_t stream, int /*id*/,
                                             const void* /*value*/) {
  return Recorded("cudaStreamSetAttribute", CallKind::kQuery).on(stream).done();
}
CUDA_SHIM_ALIAS(cudaStreamSetAttribute_ptsz, cudaStreamSetAttribute);

CUDA_SHIM cudaError_t cudaLaunchHostFunc(cudaStream_t stream, void (*function)(void*), void* data) {
  const cudaError_t code =
      Recorded("cudaLaunchHostFunc", CallKind::kHostFunction).on(stream).done();
  if (function != nullptr) function(data);
  return code;
}
CUDA_SHIM_ALIAS(cudaLaunchHostFunc_ptsz, cudaLaunchHostFunc);

CUDA_SHIM cudaError_t cudaStreamAddCallback(cudaStream_t stream,
                                            void (*function)(cudaStream_t, cudaError_t, void*),
                                            void* data, unsigned /*flags*/) {
  const cudaError_t code =
      Recorded("cudaStreamAddCallback", CallKind::kHostFunction).on(stream).done();
  if (function != nullptr) function(stream, cudaSuccess, data);
  return code;
}
CUDA_SHIM_ALIAS(cudaStreamAddCallback_ptsz, cudaStreamAddCallback);

CUDA_SHIM cudaError_t cudaEventCreate(cudaEvent_t* event) {
  return create("cudaEventCreate", event);
}
CUDA_SHIM cudaError_t cudaEventCreateWithFlags(cudaEvent_t* event, unsigned /*flags*/) {
  return create("cudaEventCreateWithFlags", event);
}
CUDA_SHIM cudaError_t cudaEventDestroy(cudaEvent_t event) {
  return destroy("cudaEventDestroy", event);
}

CUDA_SHIM cudaError_t cudaEventRecord(cudaEvent_t event, cudaStream_t stream) {
  return Recorded("cudaEventRecord", CallKind::kRecordEvent).on(stream).with(event).done();
}
CUDA_SHIM_ALIAS(cudaEventRecord_ptsz, cudaEventRecord);

CUDA_SHIM cudaError_t cudaEventRecordWithFlags(cudaEvent_t event, cudaStream_t stream,
                                               unsigned /*flags*/) {
  return Recorded("cudaEventRecordWithFlags", CallKind::kRecordEvent).on(stream).with(event).done();
}
CUDA_SHIM_ALIAS(cudaEventRecordWithFlags_ptsz, cudaEventRecordWithFlags);

CUDA_SHIM cudaError_t cudaEventSynchronize(cudaEvent_t event) {
  return Recorded("cudaEventSynchronize", CallKind::kSynchronize).with(event).done();
}
CUDA_SHIM cudaError_t cudaEventQuery(cudaEvent_t event) {
  return Recorded("cudaEventQuery", CallKind::kQuery).with(event).done();
}
CUDA_SHIM cudaError_t cudaEventElapsedTime(float* milliseconds, cudaEvent_t /*begin*/,
                                           cudaEvent_t /*end*/) {
  *milliseconds = 0.01F;
  return Recorded("cudaEventElapsedTime", CallKind::kQuery).done();
}
CUDA_SHIM_ALIAS(cudaEventElapsedTime_v2, cudaEventElapsedTime);

CUDA_SHIM cudaError_t cudaDeviceSynchronize() {
  return Recorded("cudaDeviceSynchronize", CallKind::kSynchronize).done();
}
CUDA_SHIM cudaError_t cudaThreadSynchronize() {
  return Recorded("cudaThreadSynchronize", CallKind::kSynchronize).done();
}
CUDA_SHIM cudaError_t cudaDeviceReset() {
  return Recorded("cudaDeviceReset", CallKind::kSynchronize).done();
}
CUDA_SHIM cudaError_t cudaThreadExit() {
  return Recorded("cudaThreadExit", CallKind::kSynchronize).done();
}
