import * as v from 'valibot'

// The lines of `--json`: the one definition for the types of what is printed, the schema in the package, and the
// table in docs/endpoints.md. The command itself takes the types alone.

const text = (description: string) => v.pipe(v.string(), v.description(description))
const number = (description: string) => v.pipe(v.number(), v.description(description))
const whole = (description: string) => v.pipe(v.number(), v.integer(), v.description(description))
const flag = (description: string) => v.pipe(v.boolean(), v.description(description))
/** A whole number of the chain, which may be too large for a number. */
const decimal = (description: string) =>
  v.pipe(v.string(), v.regex(/^\d+$/), v.description(description))
const hex = (description: string) =>
  v.pipe(v.string(), v.regex(/^0x[0-9a-fA-F]*$/), v.description(description))
const list = <Item extends v.GenericSchema>(item: Item, description: string) =>
  v.pipe(v.array(item), v.description(description))

const transaction = v.strictObject({
  hash: hex('Hash.'),
  from: hex('Sender.'),
  to: v.optional(hex('Recipient; absent when it creates a contract.')),
  contractAddress: v.optional(hex('The contract that it has created.')),
  value: decimal('Wei that it sends.'),
  data: v.optional(hex('Calldata; absent when it creates a contract.')),
  status: v.picklist(['success', 'failure']),
  gasUsed: decimal('Gas.'),
  reason: v.optional(text("Why it failed: the revert reason, or the EVM's error.")),
  revertData: v.optional(hex('What it reverted with, such as a custom error.')),
  consoleLogs: list(v.string(), 'Lines of console.log.'),
})

const block = {
  number: decimal('Number.'),
  hash: hex('Hash.'),
  timestamp: decimal('Seconds since 1970.'),
  transactions: list(hex('Hash.'), 'Hashes, in order.'),
  gasUsed: decimal('Gas.'),
  gasLimit: decimal('Gas.'),
  baseFeePerGas: v.optional(decimal('Wei per gas.')),
}

const requestError = {
  error: v.optional(text('Message of the error that was answered.')),
  solidityError: v.optional(text('The custom error of a known contract, such as TooLittle(5, 9).')),
  solidityStack: v.optional(text('The lines of Solidity, the error first, separated by newlines.')),
}

const account = v.strictObject({
  address: hex('Address.'),
  privateKey: hex('Private key.'),
})

const fork = v.strictObject({
  chainId: whole('Chain id of the live chain.'),
  blockNumber: decimal('The block that it goes on from.'),
  blockHash: hex('The hash of that block.'),
  upstreams: list(v.string(), 'Scheme and host of each URL; none offline.'),
  offline: flag('Whether no requests are sent.'),
  requests: whole('Requests so far.'),
  exchanges: whole('Round trips so far: a batch is one.'),
  cassette: v.optional(text('The file in which fetched state is recorded.')),
  missing: list(v.string(), 'What was asked for offline and is not recorded.'),
  rules: v.picklist(['schedule', 'eth_config', 'header', 'latest']),
  verified: flag('Whether fetched values are proven by the state root.'),
  whyNotVerified: v.optional(text('Why they are not, where proofs were asked for.')),
  stateRoots: v.picklist(['true', 'derived']),
})

const scenarioStep = v.strictObject({
  index: whole('Place in the scenario, from 0.'),
  name: text('Name.'),
  kind: text('What it does, such as send or mine.'),
  words: text('What it does, in words.'),
  when: text('When it is done, in words.'),
})

/** What a line has beside `event` and `time`; numbers of the chain that may be large are decimal texts. */
const jsonLines = {
  listening: v.pipe(
    v.strictObject({
      url: text('URL for HTTP.'),
      webSocketUrl: text('URL for WebSocket.'),
      inspectorUrl: v.optional(text('URL of the inspector.')),
      ipcPath: v.optional(text('Path of the pipe.')),
      chainId: whole('Chain id.'),
      chains: v.optional(
        list(
          v.strictObject({
            name: text('l1, or the network of an L2.'),
            chainId: whole('Chain id.'),
            url: text('URL for HTTP.'),
            fork: v.optional(fork),
          }),
          'With --l1: the L1, and the L2s of several.',
        ),
      ),
      fork: v.optional(fork),
      mnemonic: v.optional(text('The mnemonic of the accounts.')),
      accounts: list(account, 'Accounts that can send.'),
      warnings: v.optional(list(v.string(), 'What may surprise, in words.')),
    }),
    v.description('The first line: clients can connect.'),
  ),
  flashblock: v.pipe(
    v.strictObject({
      blockNumber: decimal('Number of its block.'),
      index: whole('Place in its block, from 0.'),
      transactions: list(transaction, 'Its own transactions, in order.'),
    }),
    v.description(
      'Transactions are pre-confirmed, or included at once. With --verbose also without any.',
    ),
  ),
  block: v.pipe(v.strictObject(block), v.description('A block is sealed.')),
  blocks: v.pipe(
    v.strictObject({
      from: decimal('Number of the first block.'),
      to: decimal('Number of the last block.'),
      timestamp: decimal('Time of the last one, in seconds since 1970.'),
    }),
    v.description('One request has mined empty blocks.'),
  ),
  revert: v.pipe(
    v.strictObject({
      blockNumber: decimal('Number of the newest block now.'),
      blockHash: hex('Its hash.'),
      removed: whole('How many blocks are gone.'),
    }),
    v.description('A snapshot was restored.'),
  ),
  reorg: v.pipe(
    v.strictObject({
      removed: list(v.strictObject(block), 'Blocks that have left the chain, ascending.'),
      added: list(v.strictObject(block), 'Blocks that took their place, ascending.'),
    }),
    v.description('Blocks were replaced; each added block has its own line too.'),
  ),
  queued: v.pipe(
    v.strictObject({
      hash: hex('Hash.'),
      from: hex('Sender.'),
      nonce: decimal('Its nonce.'),
      expectedNonce: decimal('The nonce that is missing.'),
    }),
    v.description('A transaction waits for another one of its sender.'),
  ),
  dropped: v.pipe(
    v.strictObject({
      hash: hex('Hash.'),
      reason: v.picklist(['replaced', 'nonceUsed', 'invalid', 'reorged', 'removed', 'fault']),
      replacedBy: v.optional(hex('Where replaced: by which transaction.')),
      message: v.optional(text('Where invalid: why.')),
      blockNumber: v.optional(decimal('Where reorged: the number of its block.')),
      blockHash: v.optional(hex('Where reorged: the hash of its block.')),
      fault: v.optional(
        v.strictObject({ id: hex('Id of the fault.'), kind: text('Kind, such as dropAtSeal.') }),
      ),
    }),
    v.description('A transaction is gone, or was taken out of its block.'),
  ),
  console: v.pipe(
    v.strictObject({ lines: list(v.string(), 'Lines, in order.') }),
    v.description('Contracts printed in a call that is no transaction.'),
  ),
  scenario: v.pipe(
    v.strictObject({
      kind: v.picklist([
        'began',
        'step',
        'paused',
        'resumed',
        'sought',
        'ended',
        'failed',
        'stopped',
      ]),
      scenario: text('Its name.'),
      elapsedMs: number('Milliseconds of its time.'),
      step: v.optional(scenarioStep),
      message: v.optional(text('Why it failed.')),
    }),
    v.description('A step of a scenario was done, or it began, stopped or ended.'),
  ),
  refused: v.pipe(
    v.strictObject({
      header: v.picklist(['Host', 'Origin']),
      value: text('What the header says.'),
      reason: text('Why it was refused, and what to do.'),
    }),
    v.description('A request was refused for where it comes from.'),
  ),
  request: v.pipe(
    v.strictObject({
      method: text('Method.'),
      durationMs: number('Milliseconds of real time.'),
      ...requestError,
    }),
    v.description('A request was answered; with --verbose only.'),
  ),
  leftOut: v.pipe(
    v.strictObject({ count: whole('How many.') }),
    v.description('Lines before this one were left out, as they were not read in time.'),
  ),
  closing: v.pipe(
    v.strictObject({ gasReport: v.optional(v.record(v.string(), v.any())) }),
    v.description('The chain ends; with --gas-report with the report.'),
  ),
}

type Lines = typeof jsonLines

export type JsonEvent = keyof Lines

/** A value as it is in JSON, with whole numbers of the chain as texts. */
type Printed<Value> = Value extends bigint
  ? string
  : Value extends readonly (infer Item)[]
    ? Printed<Item>[]
    : Value extends object
      ? { [Name in keyof Value]: Printed<Value[Name]> }
      : Value

/** Content that is, as JSON, what the line of an event has. */
export type ContentOf<Event extends JsonEvent, Content> =
  Printed<Content> extends v.InferOutput<Lines[Event]> ? Content : never

const firstTime = '2026-11-28T03:00:00.000Z'
const hash = `0x${'1f'.repeat(32)}`
const otherHash = `0x${'2e'.repeat(32)}`
const sender = '0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266'

const exampleBlock = {
  number: '12',
  hash,
  timestamp: '1795834802',
  transactions: [hash],
  gasUsed: '21000',
  gasLimit: '30000000',
  baseFeePerGas: '875000000',
}

/** A line of each event, for readers of the schema. */
const examples: Readonly<Record<JsonEvent, object>> = {
  listening: {
    url: 'http://127.0.0.1:8545',
    webSocketUrl: 'ws://127.0.0.1:8545',
    inspectorUrl: 'http://127.0.0.1:8545/',
    chainId: 31337,
    accounts: [{ address: sender, privateKey: `0x${'ac'.repeat(32)}` }],
  },
  flashblock: {
    blockNumber: '12',
    index: 3,
    transactions: [
      {
        hash,
        from: sender,
        to: sender,
        value: '1000000000000000000',
        data: '0x',
        status: 'success',
        gasUsed: '21000',
        consoleLogs: [],
      },
    ],
  },
  block: exampleBlock,
  blocks: { from: '13', to: '112', timestamp: '1795835002' },
  revert: { blockNumber: '12', blockHash: hash, removed: 100 },
  reorg: { removed: [exampleBlock], added: [{ ...exampleBlock, hash: otherHash }] },
  queued: { hash, from: sender, nonce: '7', expectedNonce: '5' },
  dropped: { hash, reason: 'fault', fault: { id: '0x1', kind: 'dropAtSeal' } },
  console: { lines: ['balance 5'] },
  scenario: {
    kind: 'step',
    scenario: 'crash',
    elapsedMs: 2000,
    step: { index: 0, name: 'mine', kind: 'mine', words: 'mine 1 block', when: 'at once' },
  },
  refused: {
    header: 'Host',
    value: 'node.example.com',
    reason:
      'host "node.example.com" is not allowed: use localhost or an address, or allow it (--allowed-hosts)',
  },
  request: {
    method: 'eth_estimateGas',
    durationMs: 1.4,
    error: 'execution reverted',
    solidityError: 'TooLittle(5, 9)',
  },
  leftOut: { count: 40 },
  closing: {},
}

type JsonObject = Readonly<Record<string, unknown>>

/** The JSON schema of the lines of an event. */
interface LineSchema {
  readonly title: string
  readonly description: string
  readonly properties: JsonObject
  readonly required: readonly string[]
}

/** The JSON schema of a line, for programs that read them. `convert`: from a schema of valibot. */
export function jsonLineSchema(
  convert: (schema: v.GenericSchema) => { readonly [name: string]: unknown },
): JsonObject & { readonly oneOf: readonly LineSchema[] } {
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: 'A line that preconf prints with --json',
    description:
      'Whole numbers of the chain are decimal texts, as they may be too large for a number.',
    oneOf: Object.entries(jsonLines).map(([event, line]) => {
      const { $schema: _, properties, required, description, ...rest } = convert(line)
      const example = examples[event as JsonEvent]
      return {
        title: event,
        description: String(description),
        ...rest,
        properties: {
          event: { const: event },
          time: {
            type: 'string',
            format: 'date-time',
            description: "The chain's time, in UTC with milliseconds.",
          },
          ...(properties as JsonObject),
        },
        required: ['event', 'time', ...(required as readonly string[])],
        examples: [{ event, time: firstTime, ...example }],
      }
    }),
  }
}
