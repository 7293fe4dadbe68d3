import type { CoveredCode } from '../../../ethereumjs/interpreter/codeCoverage.ts'
import { markJumped, markPassed } from '../../../wasm/interpreter/core.ts'
import type { ArtifactIndex } from '../artifacts/artifactIndex.ts'
import type { CompiledContract, CompiledSource } from '../artifacts/contractCode.ts'
import { type Instruction, instructionsOf } from '../sourceMaps.ts'
import { SourceFile } from '../syntax/readTree.ts'
import { scanTree } from '../syntax/scanTree.ts'
import { type Branching, type Parts, partsOf, type Range, type Reached } from './parts.ts'

const opcodes = { jump: 0x56, jumpIf: 0x57, push0: 0x5f, push1: 0x60, push32: 0x7f } as const

/** STOP, JUMP, RETURN, REVERT, INVALID, SELFDESTRUCT: what never goes on behind itself. */
const ends: ReadonlySet<number> = new Set([0x00, opcodes.jump, 0xf3, 0xfd, 0xfe, 0xff])

/**
 * Where instructions have been run. From where code was begun, jumped to or gone on at it runs to the
 * next jump or end; one that fails within counts as run to there.
 */
function executedPcs({ code, marks }: Pick<CoveredCode, 'code' | 'marks'>): ReadonlySet<number> {
  const executed = new Set<number>()
  const run = (start: number): void => {
    for (let pc = start; pc < code.length && !executed.has(pc); pc = after(code, pc)) {
      executed.add(pc)
      const opcode = code[pc] as number
      if (opcode === opcodes.jumpIf || ends.has(opcode)) return
    }
  }
  run(0)
  for (const [at, mark] of marks.entries()) {
    if (mark === markJumped) run(at)
    else if (mark === markPassed) run(at + 1)
  }
  return executed
}

/** Which ways a JUMPI has gone: to the destination that is pushed before it, and on behind it. */
function waysOf(
  { code, marks }: Pick<CoveredCode, 'code' | 'marks'>,
  jumpIf: number,
  pushAt: number | undefined,
): { readonly jumped: boolean; readonly passed: boolean } {
  const passed = marks[jumpIf] === markPassed
  if (pushAt === undefined) return { jumped: false, passed }
  const destination = code.subarray(pushAt + 1, after(code, pushAt))
  const to = destination.reduce((value, byte) => value * 256 + byte, 0)
  return { jumped: marks[to] === markJumped, passed }
}

/** Where the next instruction is: a PUSH has its value behind it. */
function after(code: Uint8Array, pc: number): number {
  const opcode = code[pc] as number
  const isPush = opcode >= opcodes.push1 && opcode <= opcodes.push32
  return pc + 1 + (isPush ? opcode - opcodes.push0 : 0)
}

/** A source, and what of it was run. */
export interface FileCoverage extends Parts {
  readonly file: SourceFile
  /** What makes several lines share instructions, of any code that was run: `optimizer`, `via-IR`. */
  readonly approximateBy: readonly string[]
  readonly ran: {
    readonly functions: readonly boolean[]
    readonly statements: readonly boolean[]
    /** Each way: `if` and `else`, or held and failed. */
    readonly branches: readonly (readonly [boolean, boolean])[]
  }
}

/** A source while codes are looked at that came of it. */
interface Growing {
  readonly file: SourceFile
  readonly parts: Parts
  readonly approximateBy: Set<string>
  readonly functions: boolean[]
  readonly statements: boolean[]
  readonly branches: [boolean, boolean][]
}

const jumpIf = 0x57
const [push1, push32] = [0x60, 0x7f]

/**
 * Returns what was run of the sources of all contracts that were compiled with a syntax tree; contracts without a
 * deployment count as not run.
 */
export async function coverFiles(
  codes: readonly CoveredCode[],
  index: ArtifactIndex,
): Promise<readonly FileCoverage[]> {
  const files = new Map<string, Growing>()
  const sources = new Map<CompiledSource, SourceFile | undefined>()

  async function add(source: CompiledSource): Promise<SourceFile | undefined> {
    if (sources.has(source)) return sources.get(source)
    const text = await source.text()
    const tree = (await source.tree()) ?? (isSolidity(source) && scanTree(text ?? ''))
    if (text === undefined || tree === false) {
      sources.set(source, undefined)
      return undefined
    }
    const known = files.get(source.name)
    const file = known?.file ?? new SourceFile(source.name, text)
    sources.set(source, file)
    if (known !== undefined) return file
    const parts = partsOf(tree)
    const none = (list: readonly unknown[]): boolean[] => list.map(() => false)
    const branches = parts.branches.map((): [boolean, boolean] => [false, false])
    const growing = {
      approximateBy: new Set<string>(),
      functions: none(parts.functions),
      statements: none(parts.statements),
      branches,
    }
    files.set(source.name, { file, parts, ...growing })
    return file
  }

  async function sourcesOf({
    compilation,
  }: CompiledContract): Promise<ReadonlyMap<number, SourceFile>> {
    const byId = new Map<number, SourceFile>()
    for (const [id, source] of compilation.sources) {
      const file = await add(source)
      if (file !== undefined) byId.set(id, file)
    }
    return byId
  }

  for (const contract of index.contracts) await sourcesOf(contract)
  for (const covered of codes) {
    const { code, isInitCode } = covered
    const contract = isInitCode ? index.byInitCode(code) : index.byCode(code)
    const compiled = isInitCode ? contract?.initCode : contract?.code
    const map = await compiled?.sourceMap()
    if (contract === undefined || map === undefined) continue
    const instructions = instructionsOf(code, map, await sourcesOf(contract), isInitCode)
    for (const growing of cover(files, [...instructions.values()], covered)) {
      const { isOptimized, isViaIr } = contract.compilation.settings
      if (isOptimized) growing.approximateBy.add('optimizer')
      if (isViaIr) growing.approximateBy.add('via-IR')
    }
  }
  return [...files.values()]
    .filter(({ parts }) => parts.functions.length > 0)
    .map(({ file, parts, approximateBy, functions, statements, branches }) => ({
      file,
      approximateBy: [...approximateBy].sort(),
      ...parts,
      ran: { functions, statements, branches },
    }))
    .sort((left, right) => (left.file.name < right.file.name ? -1 : 1))
}

/** What can be read without a syntax tree. */
function isSolidity({ name }: CompiledSource): boolean {
  return name.endsWith('.sol')
}

/** Gives the sources that the code came of. */
function cover(
  files: ReadonlyMap<string, Growing>,
  instructions: readonly Instruction[],
  covered: CoveredCode,
): readonly Growing[] {
  const executed = executedPcs(covered)
  const byFile = new Map<SourceFile, Instruction[]>()
  for (const instruction of instructions) {
    const { location } = instruction
    if (location === undefined) continue
    const others = byFile.get(location.file)
    if (others === undefined) byFile.set(location.file, [instruction])
    else others.push(instruction)
  }
  return [...byFile].flatMap(([{ name }, own]) => {
    const growing = files.get(name)
    if (growing === undefined) return []
    const within = (range: Range): boolean =>
      own.some((at) => executed.has(at.pc) && isWithin(at, range))
    const { parts, functions, statements, branches } = growing
    for (const [at, { body, ...whole }] of parts.functions.entries()) {
      const isEmpty = !parts.statements.some((range) => isInside(range, body))
      functions[at] ||= within(isEmpty ? whole : body)
    }
    for (const [at, branching] of parts.branches.entries()) {
      const ways = branches[at] as [boolean, boolean]
      const [first, second] = waysTaken(branching, own, covered, within)
      ways[0] ||= first
      ways[1] ||= second
    }
    for (const [at, { mark, reached }] of parts.statements.entries()) {
      const isBare = reached !== undefined && !own.some((one) => isWithin(one, mark))
      statements[at] ||= isBare ? isReached(reached, branches, within) : within(mark)
    }
    return [growing]
  })
}

function isReached(
  by: Reached,
  branches: readonly (readonly [boolean, boolean])[],
  within: (range: Range) => boolean,
): boolean {
  return 'way' in by ? (branches[by.branching]?.[by.way] ?? false) : within(by)
}

/**
 * Returns the ways taken, by the first statement of each, or by the last JUMPI of the condition where it has no
 * instruction.
 */
function waysTaken(
  { kind, condition, whenTrue, whenFalse, start, end }: Branching,
  instructions: readonly Instruction[],
  covered: CoveredCode,
  within: (range: Range) => boolean,
): readonly [boolean, boolean] {
  const range = kind === 'if' ? { start, end } : condition
  const decides = instructions.map(
    (at) =>
      at.opcode === jumpIf &&
      isWithin(at, range) &&
      (kind === 'require' || !isInBody(at, whenTrue, whenFalse)),
  )
  const last = decides.lastIndexOf(true)
  const jump = instructions[last]
  const before = instructions[last - 1]
  const isPush = before !== undefined && before.opcode >= push1 && before.opcode <= push32
  const ways = jump && waysOf(covered, jump.pc, isPush ? before.pc : undefined)
  if (kind === 'require') return [ways?.jumped ?? false, ways?.passed ?? false]
  const tells = (body: Range | undefined): body is Range =>
    body !== undefined && instructions.some((one) => isWithin(one, body))
  // What does not hold jumps over the body.
  const holds = tells(whenTrue) ? within(whenTrue) : (ways?.passed ?? false)
  const fails = tells(whenFalse) ? within(whenFalse) : (ways?.jumped ?? false)
  return [holds, fails]
}

function isInBody(at: Instruction, ...bodies: readonly (Range | undefined)[]): boolean {
  const start = at.location?.start ?? 0
  return bodies.some((body) => body !== undefined && start >= body.start)
}

function isWithin({ location }: Instruction, range: Range): boolean {
  return location !== undefined && isInside(location, range)
}

function isInside(inner: Range, outer: Range): boolean {
  return inner.start >= outer.start && inner.end <= outer.end
}
