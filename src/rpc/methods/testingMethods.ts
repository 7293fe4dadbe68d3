import type { Method } from '../method.ts'
import { buildBlockV1 } from './testing/buildBlockV1.ts'
import { commitBlockV1 } from './testing/commitBlockV1.ts'

/** The `testing_` methods of execution-apis. */
export const testingMethods: readonly Method[] = [buildBlockV1, commitBlockV1]
