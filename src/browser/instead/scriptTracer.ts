import type * as library from '../../execution/trace/scriptTracer.ts'
import { noScripts } from './openScript.ts'

export const scriptTracer: typeof library.scriptTracer = noScripts
