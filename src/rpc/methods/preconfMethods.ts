import type { Method } from '../method.ts'
import {
  advance,
  cadence,
  flashblock,
  pause,
  reorg,
  resume,
  rollback,
  seal,
  setCadence,
} from './preconf/cadence.ts'
import {
  addArtifacts,
  coverage,
  decodeLogs,
  encodeCall,
  gasReport,
  getContract,
  getStorage,
  labels,
} from './preconf/contracts.ts'
import { clearFaults, listFaults, removeFault, setFault } from './preconf/faults.ts'
import {
  checkpoint,
  forgetCheckpoint,
  listCheckpoints,
  loadFixture,
  preconfExport,
  restore,
} from './preconf/moments.ts'
import { connection, deposit, forkInfo, listChains, metrics, setL1 } from './preconf/node.ts'
import { callAround, stackTrace, trace, traceSteps } from './preconf/traces.ts'

import {
  explain,
  getFlashblocks,
  getTransaction,
  listTransactions,
} from './preconf/transactions.ts'

/** What only this devnet has. */
export const preconfMethods: readonly Method[] = [
  addArtifacts,
  advance,
  cadence,
  callAround,
  checkpoint,
  clearFaults,
  connection,
  coverage,
  decodeLogs,
  deposit,
  encodeCall,
  explain,
  preconfExport,
  flashblock,
  forgetCheckpoint,
  gasReport,
  getContract,
  getFlashblocks,
  getStorage,
  getTransaction,
  labels,
  listChains,
  listCheckpoints,
  listFaults,
  listTransactions,
  loadFixture,
  forkInfo,
  metrics,
  pause,
  removeFault,
  reorg,
  restore,
  resume,
  rollback,
  seal,
  setCadence,
  setFault,
  stackTrace,
  setL1,
  trace,
  traceSteps,
]
