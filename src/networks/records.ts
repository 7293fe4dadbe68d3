import type { NetworkOptions, NetworkRecord } from '../types/network.ts'

/** Sources and what could not be verified: docs/networks.md. */
const op: NetworkRecord = {
  name: 'op',
  chainId: 10,
  blockMs: 2000,
  flashblockMs: 250,
  gasLimit: 40_000_000n,
  denominator: 250,
  elasticity: 2,
  minBaseFee: 0n,
  flashblockSubscriptions: 'refused',
  flashblockGas: 'full',
  hasBaseTime: false,
  safeLag: 60,
  finalizedLag: 600,
  baseFeeScalar: 5227,
  blobBaseFeeScalar: 1_014_213,
  operatorFeeScalar: 0,
  operatorFeeConstant: 0n,
  daFootprintGasScalar: 400,
}

const baseFlashblocks: NetworkRecord = {
  ...op,
  name: 'base-flashblocks',
  chainId: 8453,
  flashblockMs: 200,
  gasLimit: 400_000_000n,
  denominator: 100,
  elasticity: 5,
  minBaseFee: 5_000_000n,
  flashblockSubscriptions: 'served',
  flashblockGas: 'cumulative',
  baseFeeScalar: 2269,
  blobBaseFeeScalar: 1_055_762,
  daFootprintGasScalar: 148,
}

/** The OP-stack networks, by name. */
export const records: Readonly<Record<NetworkOptions['like'], NetworkRecord>> = {
  op,
  unichain: {
    ...op,
    name: 'unichain',
    chainId: 130,
    blockMs: 1000,
    flashblockMs: 200,
    gasLimit: 60_000_000n,
    elasticity: 6,
    safeLag: 120,
    finalizedLag: 1200,
    baseFeeScalar: 2000,
    blobBaseFeeScalar: 900_000,
  },
  base: {
    ...baseFlashblocks,
    name: 'base',
    blockMs: 200,
    flashblockMs: undefined,
    gasLimit: 40_000_000n,
    denominator: 1000,
    flashblockSubscriptions: 'silent',
    flashblockGas: 'full',
    hasBaseTime: true,
    safeLag: 600,
    finalizedLag: 6000,
  },
  'base-flashblocks': baseFlashblocks,
}
