import type * as crossChain from '../../extensions/crossChain/bridgeGenesis.ts'
import { NotInBrowser } from '../notInBrowser.ts'

export const openL1: typeof crossChain.openL1 = async () => {
  throw new NotInBrowser('a page has no L1 beside its chain: remove l1, or run npx preconf --l1')
}
