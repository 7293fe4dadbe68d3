import type { Method } from '../method.ts'
import { addCompilationResult } from './hardhat/addCompilationResult.ts'

/** Methods that only Hardhat has. */
export const hardhatMethods: readonly Method[] = [addCompilationResult]
