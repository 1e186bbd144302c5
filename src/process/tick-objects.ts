import { executionAsyncResource } from 'node:async_hooks'

/**
 * Keeps one of the objects that Node creates for each `process.nextTick`, several times per request.
 *
 * V8 forgets the hidden classes of these objects if a garbage collection finds none of them alive. From then
 * on, it creates every one of them by a slow path, which takes a sixth of the CPU time of a small response.
 * Loading the server causes such a collection in nearly every process, so this must run before.
 */
const kept: object[] = []
process.nextTick(() => kept.push(executionAsyncResource()))
