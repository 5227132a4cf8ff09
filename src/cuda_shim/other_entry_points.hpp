// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

// The runtime's entry points that nothing is played for, by name; X is called for each.
// Laid out by hand: clang-format 14 moves such a list further with every run.
// clang-format off

/// Hints and settings: accepted.
#define PLUGSMITH_CUDA_ACCEPTED(X) \
  X(cudaCtxResetPersistingL2Cache) X(cudaDeviceDisablePeerAccess) X(cudaDeviceEnablePeerAccess) \
  X(cudaDeviceFlushGPUDirectRDMAWrites) X(cudaDeviceGraphMemTrim) X(cudaDeviceSetCacheConfig) \
  X(cudaDeviceSetLimit) X(cudaDeviceSetMemPool) X(cudaDeviceSetSharedMemConfig) \
  X(cudaKernelSetAttributeForDevice) X(cudaMemAdvise) X(cudaMemAdvise_v2) X(cudaMemPoolSetAccess) \
  X(cudaMemPoolSetAttribute) X(cudaMemPoolTrimTo) X(cudaMemPrefetchAsync) \
  X(cudaMemPrefetchAsync_ptsz) X(cudaMemPrefetchAsync_v2) X(cudaMemPrefetchAsync_v2_ptsz) \
  X(cudaProfilerInitialize) X(cudaProfilerStart) X(cudaProfilerStop) X(cudaSetDeviceFlags) \
  X(cudaSetValidDevices) X(cudaStreamAttachMemAsync) X(cudaStreamAttachMemAsync_ptsz) \
  X(cudaStreamCopyAttributes) X(cudaStreamCopyAttributes_ptsz) \
  X(cudaThreadExchangeStreamCaptureMode)

/// Arrays, textures, graphs, pools, other programs' memory: cudaErrorNotSupported.
#define PLUGSMITH_CUDA_UNSUPPORTED(X) \
  X(__cudaGetProcAddress) X(cudaArrayGetInfo) X(cudaArrayGetMemoryRequirements) \
  X(cudaArrayGetPlane) X(cudaArrayGetSparseProperties) X(cudaBindSurfaceToArray) \
  X(cudaBindTexture) X(cudaBindTexture2D) X(cudaBindTextureToArray) \
  X(cudaBindTextureToMipmappedArray) X(cudaCreateChannelDesc) X(cudaCreateSurfaceObject) \
  X(cudaCreateTextureObject) X(cudaCreateTextureObject_v2) X(cudaDestroyExternalMemory) \
  X(cudaDestroyExternalSemaphore) X(cudaDestroySurfaceObject) X(cudaDestroyTextureObject) \
  X(cudaDeviceGetByPCIBusId) X(cudaDeviceGetCacheConfig) X(cudaDeviceGetGraphMemAttribute) \
  X(cudaDeviceGetHostAtomicCapabilities) X(cudaDeviceGetNvSciSyncAttributes) \
  X(cudaDeviceGetP2PAtomicCapabilities) X(cudaDeviceGetP2PAttribute) X(cudaDeviceGetPCIBusId) \
  X(cudaDeviceGetSharedMemConfig) X(cudaDeviceGetTexture1DLinearMaxWidth) \
  X(cudaDeviceRegisterAsyncNotification) X(cudaDeviceSetGraphMemAttribute) \
  X(cudaDeviceUnregisterAsyncNotification) X(cudaEGLStreamConsumerAcquireFrame) \
  X(cudaEGLStreamConsumerConnect) X(cudaEGLStreamConsumerConnectWithFlags) \
  X(cudaEGLStreamConsumerDisconnect) X(cudaEGLStreamConsumerReleaseFrame) \
  X(cudaEGLStreamProducerConnect) X(cudaEGLStreamProducerDisconnect) \
  X(cudaEGLStreamProducerPresentFrame) X(cudaEGLStreamProducerReturnFrame) \
  X(cudaEventCreateFromEGLSync) X(cudaExternalMemoryGetMappedBuffer) \
  X(cudaExternalMemoryGetMappedMipmappedArray) X(cudaFreeArray) X(cudaFreeMipmappedArray) \
  X(cudaFuncGetParamInfo) X(cudaGLGetDevices) X(cudaGLMapBufferObject) \
  X(cudaGLMapBufferObjectAsync) X(cudaGLRegisterBufferObject) X(cudaGLSetBufferObjectMapFlags) \
  X(cudaGLSetGLDevice) X(cudaGLUnmapBufferObject) X(cudaGLUnmapBufferObjectAsync) \
  X(cudaGLUnregisterBufferObject) X(cudaGetChannelDesc) X(cudaGetExportTable) \
  X(cudaGetMipmappedArrayLevel) X(cudaGetSurfaceObjectResourceDesc) X(cudaGetSurfaceReference) \
  X(cudaGetTextureAlignmentOffset) X(cudaGetTextureObjectResourceDesc) \
  X(cudaGetTextureObjectResourceViewDesc) X(cudaGetTextureObjectTextureDesc) \
  X(cudaGetTextureObjectTextureDesc_v2) X(cudaGetTextureReference) X(cudaGraphAddChildGraphNode) \
  X(cudaGraphAddDependencies) X(cudaGraphAddDependencies_v2) X(cudaGraphAddEmptyNode) \
  X(cudaGraphAddEventRecordNode) X(cudaGraphAddEventWaitNode) \
  X(cudaGraphAddExternalSemaphoresSignalNode) X(cudaGraphAddExternalSemaphoresWaitNode) \
  X(cudaGraphAddHostNode) X(cudaGraphAddKernelNode) X(cudaGraphAddMemAllocNode) \
  X(cudaGraphAddMemFreeNode) X(cudaGraphAddMemcpyNode) X(cudaGraphAddMemcpyNode1D) \
  X(cudaGraphAddMemcpyNodeFromSymbol) X(cudaGraphAddMemcpyNodeToSymbol) X(cudaGraphAddMemsetNode) \
  X(cudaGraphAddNode) X(cudaGraphAddNode_v2) X(cudaGraphChildGraphNodeGetGraph) X(cudaGraphClone) \
  X(cudaGraphConditionalHandleCreate) X(cudaGraphCreate) X(cudaGraphDebugDotPrint) \
  X(cudaGraphDestroy) X(cudaGraphDestroyNode) X(cudaGraphEventRecordNodeGetEvent) \
  X(cudaGraphEventRecordNodeSetEvent) X(cudaGraphEventWaitNodeGetEvent) \
  X(cudaGraphEventWaitNodeSetEvent) X(cudaGraphExecChildGraphNodeSetParams) \
  X(cudaGraphExecDestroy) X(cudaGraphExecEventRecordNodeSetEvent) \
  X(cudaGraphExecEventWaitNodeSetEvent) X(cudaGraphExecExternalSemaphoresSignalNodeSetParams) \
  X(cudaGraphExecExternalSemaphoresWaitNodeSetParams) X(cudaGraphExecGetFlags) \
  X(cudaGraphExecHostNodeSetParams) X(cudaGraphExecKernelNodeSetParams) \
  X(cudaGraphExecMemcpyNodeSetParams) X(cudaGraphExecMemcpyNodeSetParams1D) \
  X(cudaGraphExecMemcpyNodeSetParamsFromSymbol) X(cudaGraphExecMemcpyNodeSetParamsToSymbol) \
  X(cudaGraphExecMemsetNodeSetParams) X(cudaGraphExecNodeSetParams) X(cudaGraphExecUpdate) \
  X(cudaGraphExternalSemaphoresSignalNodeGetParams) \
  X(cudaGraphExternalSemaphoresSignalNodeSetParams) \
  X(cudaGraphExternalSemaphoresWaitNodeGetParams) X(cudaGraphExternalSemaphoresWaitNodeSetParams) \
  X(cudaGraphGetEdges) X(cudaGraphGetEdges_v2) X(cudaGraphGetNodes) X(cudaGraphGetRootNodes) \
  X(cudaGraphHostNodeGetParams) X(cudaGraphHostNodeSetParams) X(cudaGraphInstantiate) \
  X(cudaGraphInstantiateWithFlags) X(cudaGraphInstantiateWithParams) \
  X(cudaGraphInstantiateWithParams_ptsz) X(cudaGraphKernelNodeCopyAttributes) \
  X(cudaGraphKernelNodeGetAttribute) X(cudaGraphKernelNodeGetParams) \
  X(cudaGraphKernelNodeSetAttribute) X(cudaGraphKernelNodeSetParams) X(cudaGraphLaunch) \
  X(cudaGraphLaunch_ptsz) X(cudaGraphMemAllocNodeGetParams) X(cudaGraphMemFreeNodeGetParams) \
  X(cudaGraphMemcpyNodeGetParams) X(cudaGraphMemcpyNodeSetParams) \
  X(cudaGraphMemcpyNodeSetParams1D) X(cudaGraphMemcpyNodeSetParamsFromSymbol) \
  X(cudaGraphMemcpyNodeSetParamsToSymbol) X(cudaGraphMemsetNodeGetParams) \
  X(cudaGraphMemsetNodeSetParams) X(cudaGraphNodeFindInClone) X(cudaGraphNodeGetDependencies) \
  X(cudaGraphNodeGetDependencies_v2) X(cudaGraphNodeGetDependentNodes) \
  X(cudaGraphNodeGetDependentNodes_v2) X(cudaGraphNodeGetEnabled) X(cudaGraphNodeGetType) \
  X(cudaGraphNodeSetEnabled) X(cudaGraphNodeSetParams) X(cudaGraphReleaseUserObject) \
  X(cudaGraphRemoveDependencies) X(cudaGraphRemoveDependencies_v2) X(cudaGraphRetainUserObject) \
  X(cudaGraphUpload) X(cudaGraphUpload_ptsz) X(cudaGraphicsEGLRegisterImage) \
  X(cudaGraphicsGLRegisterBuffer) X(cudaGraphicsGLRegisterImage) X(cudaGraphicsMapResources) \
  X(cudaGraphicsResourceGetMappedEglFrame) X(cudaGraphicsResourceGetMappedMipmappedArray) \
  X(cudaGraphicsResourceGetMappedPointer) X(cudaGraphicsResourceSetMapFlags) \
  X(cudaGraphicsSubResourceGetMappedArray) X(cudaGraphicsUnmapResources) \
  X(cudaGraphicsUnregisterResource) X(cudaGraphicsVDPAURegisterOutputSurface) \
  X(cudaGraphicsVDPAURegisterVideoSurface) X(cudaImportExternalMemory) \
  X(cudaImportExternalSemaphore) X(cudaIpcCloseMemHandle) X(cudaIpcGetEventHandle) \
  X(cudaIpcGetMemHandle) X(cudaIpcOpenEventHandle) X(cudaIpcOpenMemHandle) \
  X(cudaLaunchCooperativeKernelMultiDevice) X(cudaLibraryEnumerateKernels) X(cudaLibraryGetGlobal) \
  X(cudaLibraryGetKernel) X(cudaLibraryGetKernelCount) X(cudaLibraryGetManaged) \
  X(cudaLibraryGetUnifiedFunction) X(cudaLibraryLoadData) X(cudaLibraryLoadFromFile) \
  X(cudaLibraryUnload) X(cudaLogsCurrent) X(cudaLogsDumpToFile) X(cudaLogsDumpToMemory) \
  X(cudaLogsRegisterCallback) X(cudaLogsUnregisterCallback) X(cudaMalloc3DArray) \
  X(cudaMallocArray) X(cudaMallocMipmappedArray) X(cudaMemDiscardAndPrefetchBatchAsync) \
  X(cudaMemDiscardAndPrefetchBatchAsync_ptsz) X(cudaMemDiscardBatchAsync) \
  X(cudaMemDiscardBatchAsync_ptsz) X(cudaMemGetDefaultMemPool) X(cudaMemGetMemPool) \
  X(cudaMemPoolCreate) X(cudaMemPoolDestroy) X(cudaMemPoolExportPointer) \
  X(cudaMemPoolExportToShareableHandle) X(cudaMemPoolGetAccess) X(cudaMemPoolGetAttribute) \
  X(cudaMemPoolImportFromShareableHandle) X(cudaMemPoolImportPointer) X(cudaMemPrefetchBatchAsync) \
  X(cudaMemPrefetchBatchAsync_ptsz) X(cudaMemRangeGetAttribute) X(cudaMemRangeGetAttributes) \
  X(cudaMemSetMemPool) X(cudaMemcpy2DArrayToArray) X(cudaMemcpy2DArrayToArray_ptds) \
  X(cudaMemcpy2DFromArray) X(cudaMemcpy2DFromArrayAsync) X(cudaMemcpy2DFromArrayAsync_ptsz) \
  X(cudaMemcpy2DFromArray_ptds) X(cudaMemcpy2DToArray) X(cudaMemcpy2DToArrayAsync) \
  X(cudaMemcpy2DToArrayAsync_ptsz) X(cudaMemcpy2DToArray_ptds) X(cudaMemcpy3DBatchAsync) \
  X(cudaMemcpy3DBatchAsync_ptsz) X(cudaMemcpy3DPeer) X(cudaMemcpy3DPeerAsync) \
  X(cudaMemcpy3DPeerAsync_ptsz) X(cudaMemcpy3DPeer_ptds) X(cudaMemcpyArrayToArray) \
  X(cudaMemcpyArrayToArray_ptds) X(cudaMemcpyBatchAsync) X(cudaMemcpyBatchAsync_ptsz) \
  X(cudaMemcpyFromArray) X(cudaMemcpyFromArrayAsync) X(cudaMemcpyFromArrayAsync_ptsz) \
  X(cudaMemcpyFromArray_ptds) X(cudaMemcpyToArray) X(cudaMemcpyToArrayAsync) \
  X(cudaMemcpyToArrayAsync_ptsz) X(cudaMemcpyToArray_ptds) \
  X(cudaMipmappedArrayGetMemoryRequirements) X(cudaMipmappedArrayGetSparseProperties) \
  X(cudaSetDoubleForDevice) X(cudaSetDoubleForHost) X(cudaSignalExternalSemaphoresAsync) \
  X(cudaSignalExternalSemaphoresAsync_ptsz) X(cudaSignalExternalSemaphoresAsync_v2) \
  X(cudaSignalExternalSemaphoresAsync_v2_ptsz) X(cudaStreamBeginCapture) \
  X(cudaStreamBeginCaptureToGraph) X(cudaStreamBeginCaptureToGraph_ptsz) \
  X(cudaStreamBeginCapture_ptsz) X(cudaStreamEndCapture) X(cudaStreamEndCapture_ptsz) \
  X(cudaStreamGetAttribute) X(cudaStreamGetAttribute_ptsz) X(cudaStreamUpdateCaptureDependencies) \
  X(cudaStreamUpdateCaptureDependencies_ptsz) X(cudaStreamUpdateCaptureDependencies_v2) \
  X(cudaStreamUpdateCaptureDependencies_v2_ptsz) X(cudaThreadGetCacheConfig) X(cudaThreadGetLimit) \
  X(cudaThreadSetCacheConfig) X(cudaThreadSetLimit) X(cudaUnbindTexture) X(cudaUserObjectCreate) \
  X(cudaUserObjectRelease) X(cudaUserObjectRetain) X(cudaVDPAUGetDevice) \
  X(cudaVDPAUSetVDPAUDevice) X(cudaWaitExternalSemaphoresAsync) \
  X(cudaWaitExternalSemaphoresAsync_ptsz) X(cudaWaitExternalSemaphoresAsync_v2) \
  X(cudaWaitExternalSemaphoresAsync_v2_ptsz)
// clang-format on
