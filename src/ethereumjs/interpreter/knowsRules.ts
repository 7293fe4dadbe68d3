import type { Common } from '@ethereumjs/common'
import { p256 } from '../protocol/protocol.ts'

/** Hardforks whose every rule the fast interpreter knows. */
const knownHardforks = new Set([
  'chainstart',
  'homestead',
  'dao',
  'tangerineWhistle',
  'spuriousDragon',
  'byzantium',
  'constantinople',
  'petersburg',
  'istanbul',
  'muirGlacier',
  'berlin',
  'london',
  'arrowGlacier',
  'grayGlacier',
  'mergeNetsplitBlock',
  'paris',
  'shanghai',
  'cancun',
  'prague',
  'osaka',
  'bpo1',
  'bpo2',
  'bpo3',
  'bpo4',
  'bpo5',
])

/** Prices that the core has built in. */
const builtInPrices = {
  memoryGas: 3n,
  quadCoefficientDivGas: 512n,
  copyGas: 3n,
  keccak256WordGas: 6n,
} as const

/** Whether all rules are ones that the fast interpreter knows. */
export function knowsRules(common: Common): boolean {
  return (
    knownHardforks.has(common.hardfork()) &&
    // EIPs of no hardfork: containers, witnesses, gas of state. A precompile is no opcode.
    common.eips().every((eip) => eip === p256) &&
    Object.entries(builtInPrices).every(([name, price]) => common.param(name) === price)
  )
}
