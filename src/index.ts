export { createDevnet, type DevnetWithL1 } from './app/createDevnet.ts'
export { InvalidReorg } from './devnet/build/invalidReorg.ts'
export { InvalidFault } from './devnet/faults/checkFault.ts'
export { InvalidExport } from './devnet/files/invalidExport.ts'
export { InvalidOption } from './devnet/options/optionValues.ts'
export { UnknownBlock } from './devnet/read/unknownBlock.ts'
export { InvalidBlock } from './execution/rules/invalidBlock.ts'
export { networkNames } from './extensions/networks/records.ts'
export { mergeGasReports } from './extensions/solidity/node/mergedGas.ts'
export { defineFixture, defineScenario } from './files/declared/defineFixture.ts'
export { FixtureFailed, InvalidFixture } from './files/declared/fixtureErrors.ts'
export { InvalidScenario, ScenarioFailed } from './files/declared/scenarioErrors.ts'
export {
  InvalidChainFile,
  InvalidGenesis,
  InvalidStateFile,
  UnreadableFile,
} from './files/fileErrors.ts'
export { FixtureError, fixture } from './files/fixture/functionFixture.ts'
export type { Hex } from './lib/hex.ts'
export { UnwritableFile } from './lib/writeAtomically.ts'
export type { BlockFault } from './types/blockFaults.ts'
export type { ChainState } from './types/chainStates.ts'
export type { BridgeControls, L1Options } from './types/crossChain.ts'
export type { DepositOptions, SeenL1 } from './types/devnet/blocks.ts'
export type {
  Fixture,
  FixtureFunction,
  FixtureNeeds,
  FixtureOptions,
  FixtureUse,
  PreconfDevnet,
} from './types/devnet.ts'
export type { DumpRequest, ExportedChain, ExportFormat, ExportRequest } from './types/export.ts'
export type { ActiveFault, CheckedFault, Fault, FaultId, FaultKind } from './types/fault.ts'
export type {
  FixtureAccount,
  FixtureChain,
  FixtureContract,
  FixtureDefinition,
  FixtureMining,
  FixtureTransaction,
  LoadedAccount,
  LoadedContract,
  LoadedFixture,
  LoadedFrom,
} from './types/fixture.ts'
export type { ForkInfo } from './types/fork.ts'
export type {
  BlobSchedule,
  HardforkSchedule,
  HardforkTime,
  ScheduledHardfork,
} from './types/hardforkSchedule.ts'
export type { Listening, ListenOptions, Profile } from './types/listening.ts'
export type { MessageFault } from './types/messageFaults.ts'
export type { DevnetMetrics, Durations, RequestMetrics } from './types/metrics.ts'
export type { L1Values, NetworkName, NetworkOptions, NetworkRecord } from './types/network.ts'
export type { ForkOptions, ForkRequest } from './types/options/forkOptions.ts'
export type {
  CadenceOptions,
  DevnetOptions,
  HardforkName,
  ImportProgress,
  LoadSource,
  MiningMode,
} from './types/options/options.ts'
export type {
  DevnetPrices,
  FeedChange,
  FeedPool,
  FeedStatus,
  PoolChoice,
  PoolKind,
  PriceChange,
  PriceFeed,
  PriceSource,
} from './types/prices.ts'
export type {
  Provider,
  ProviderEvents,
  ProviderMessage,
  ProviderRequest,
} from './types/provider.ts'
export type { ReorgRequest } from './types/reorgRequest.ts'
export type { RequestFault } from './types/requestFaults.ts'
export type {
  ChainFacts,
  ChainOccurrences,
  PlayStatus,
  PlayStep,
  Ramp,
  ScenarioActions,
  ScenarioCondition,
  ScenarioDefinition,
  ScenarioEvent,
  ScenarioPlay,
  ScenarioResult,
  ScenarioStep,
  StepTiming,
} from './types/scenario.ts'
export type {
  BackrunOptions,
  DevnetSearchers,
  LiquidateOptions,
  SandwichOptions,
  SearcherCall,
  SearcherKind,
  SearcherOptions,
  SearcherState,
  SnipeOptions,
} from './types/searcher.ts'
export type { Abi, AbiItem, AbiParameter } from './types/solidity/contract.ts'
export type {
  ContractGas,
  GasReport,
  GasStats,
  MergedGas,
  MergeGasOptions,
} from './types/solidity/reports.ts'
export type {
  BlockSummary,
  DevnetEvents,
  FlashblockSummary,
  ReorgSummary,
  RequestSummary,
  TransactionSummary,
} from './types/summary.ts'
export type {
  DevnetTraffic,
  TrafficChoice,
  TrafficKind,
  TrafficOptions,
  TrafficPreset,
  TrafficStats,
} from './types/traffic.ts'
export type {
  Drop,
  FateTimes,
  FaultName,
  PoolExplanation,
  PreconfirmedPlace,
  SealedPlace,
  SentBy,
  TransactionContent,
  TransactionExplanation,
  TransactionFate,
  TransactionReason,
} from './types/transactionFate.ts'
export type { Amount, Duration } from './types/values.ts'
export type { ClientsOptions, ViemChain, ViemClients } from './types/viemClients.ts'
