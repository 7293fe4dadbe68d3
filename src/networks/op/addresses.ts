import { hexToBytes } from '../../lib/hex.ts'

/** The address 0x42… of a predeploy, by its last bytes. */
function predeploy(end: string): Uint8Array {
  return hexToBytes(`42${end.padStart(38, '0')}`)
}

/** Where contracts are on all chains of the OP stack (predeploys.md of its specs). */
export const addresses = {
  weth: predeploy('06'),
  gasPriceOracle: predeploy('0f'),
  sequencerFeeVault: predeploy('11'),
  l1Block: predeploy('15'),
  messagePasser: predeploy('16'),
  baseFeeVault: predeploy('19'),
  l1FeeVault: predeploy('1a'),
  operatorFeeVault: predeploy('1b'),
  baseTime: predeploy('30'),
  create2Deployer: hexToBytes('13b0d85ccb8bf860b6b79af3029fca081ae9bef2'),
  multicall3: hexToBytes('ca11bde05977b3631167028862be2a173976ca11'),
  /** Its code is that of the proxy at 0x4e59…956c: another key has deployed it. */
  safeSingletonFactory: hexToBytes('914d7fec6aac8cd542e72bca78b30650d45643d7'),
  permit2: hexToBytes('000000000022d473030f116ddee9f6b43ac78ba3'),
} as const

/** Sends the system transactions of each block. */
export const depositor = hexToBytes('deaddeaddeaddeaddeaddeaddeaddeaddead0001')
