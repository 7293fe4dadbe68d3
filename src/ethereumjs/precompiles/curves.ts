import { type EVMBLSInterface, type EVMBN254Interface, EVMError, MCLBLS } from '@ethereumjs/evm'
import { MclBls12 } from './bls12.ts'
import { MclBn254, pairBytes, pairsAtOnce } from './bn254.ts'
import { type Faster, failed } from './faster.ts'

interface Curves {
  readonly bn254: MclBn254
  readonly bls: MclBls12
}

let loaded: Curves | undefined
let loading: Promise<void> | undefined

/**
 * Loads the cryptography of the precompiles on the curves alt_bn128 and BLS12-381, once per process.
 * It takes a tenth of a second, so it waits for the first call.
 */
export function loadCurves(): Promise<void> {
  loading ??= load()
  return loading
}

async function load(): Promise<void> {
  const { createMcl } = await import('./curveLibrary.ts')
  const mcl = await createMcl()
  const stock = new MCLBLS(mcl.api)
  stock.init()
  loaded = { bn254: new MclBn254(mcl.bn254), bls: new MclBls12(mcl.bls12, stock) }
}

function ready(): Curves {
  if (loaded === undefined) throw new Error('the curves are not loaded: await loadCurves() first')
  return loaded
}

/** The curve for an EVM, whose precompiles run once `loadCurves` has resolved. */
export const bn254: EVMBN254Interface = {
  add: (input) => ready().bn254.add(input),
  mul: (input) => ready().bn254.mul(input),
  pairing: (input) => ready().bn254.pairing(input),
}

/** The pairing check on alt_bn128 (EIP-197), in which many pairs let others in. */
export const pairingInTurns: Faster = (stock, yieldIfDue) => (input) => {
  const { data, common, gasLimit } = input
  const count = data.length / pairBytes
  if (count <= pairsAtOnce || !Number.isInteger(count)) return stock(input)
  const gas = common.param('bn254PairingGas') + common.param('bn254PairingWordGas') * BigInt(count)
  if (gasLimit < gas) return failed(input)
  return loadCurves()
    .then(() => ready().bn254.pairingInTurns(data, yieldIfDue))
    .then(
      (returnValue) => ({ executionGasUsed: gas, returnValue }),
      (error) => {
        if (!(error instanceof EVMError)) throw error
        return { ...failed(input), exceptionError: error }
      },
    )
}

/** The curve BLS12-381; see `bn254`. */
export const bls: EVMBLSInterface = {
  addG1: (input) => ready().bls.addG1(input),
  addG2: (input) => ready().bls.addG2(input),
  mapFPtoG1: (input) => ready().bls.mapFPtoG1(input),
  mapFP2toG2: (input) => ready().bls.mapFP2toG2(input),
  msmG1: (input) => ready().bls.msmG1(input),
  msmG2: (input) => ready().bls.msmG2(input),
  pairingCheck: (input) => ready().bls.pairingCheck(input),
}

/** Verifies a KZG proof; see `bn254` and `MclBls12`. */
export const isProven: MclBls12['isProven'] = (...proof) => ready().bls.isProven(...proof)
