import type { Method } from '../method.ts'
import { addArtifacts } from './preconf/addArtifacts.ts'
import { advance } from './preconf/advance.ts'
import { cadence } from './preconf/cadence.ts'
import { callAround } from './preconf/callAround.ts'
import { checkpoint } from './preconf/checkpoint.ts'
import { clearFaults } from './preconf/clearFaults.ts'
import { connection } from './preconf/connection.ts'
import { coverage } from './preconf/contract/coverage.ts'
import { decodeLogs } from './preconf/contract/decodeLogs.ts'
import { encodeCall } from './preconf/contract/encodeCall.ts'
import { getContract } from './preconf/contract/getContract.ts'
import { getStorage } from './preconf/contract/getStorage.ts'
import { deposit } from './preconf/deposit.ts'
import { explain } from './preconf/explain.ts'
import { preconfExport } from './preconf/export.ts'
import { flashblock } from './preconf/flashblock.ts'
import { forgetCheckpoint } from './preconf/forgetCheckpoint.ts'
import { forkInfo } from './preconf/forkInfo.ts'
import { gasReport } from './preconf/gasReport.ts'
import { getFlashblocks } from './preconf/getFlashblocks.ts'
import { getTransaction } from './preconf/getTransaction.ts'
import { labels } from './preconf/labels.ts'
import { listChains } from './preconf/listChains.ts'
import { listCheckpoints } from './preconf/listCheckpoints.ts'
import { listFaults } from './preconf/listFaults.ts'
import { listTransactions } from './preconf/listTransactions.ts'
import { loadFixture } from './preconf/loadFixture.ts'
import { metrics } from './preconf/metrics.ts'
import { pause } from './preconf/pause.ts'
import { removeFault } from './preconf/removeFault.ts'
import { reorg } from './preconf/reorg.ts'
import { restore } from './preconf/restore.ts'
import { resume } from './preconf/resume.ts'
import { rollback } from './preconf/rollback.ts'
import { seal } from './preconf/seal.ts'
import { setCadence } from './preconf/setCadence.ts'
import { setFault } from './preconf/setFault.ts'
import { setL1 } from './preconf/setL1.ts'
import { stackTrace } from './preconf/stackTrace.ts'
import { trace } from './preconf/trace.ts'
import { traceSteps } from './preconf/traceSteps.ts'

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
