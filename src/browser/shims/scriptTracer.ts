import type * as library from '../../execution/trace/scriptTracer.ts'
import { openScript } from './openScript.ts'

export const scriptTracer: typeof library.scriptTracer = openScript
