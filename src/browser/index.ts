/** `preconf/browser`: chains in a page or a worker. */
export * from '../index.ts'
export { createDevnet } from './createDevnet.ts'
