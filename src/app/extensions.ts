import { forkExtension } from '../extensions/fork/extension.ts'
import type { Extension } from '../rpc/registry.ts'

/** All that is added to the core. */
export const extensions: readonly Extension[] = [forkExtension]
