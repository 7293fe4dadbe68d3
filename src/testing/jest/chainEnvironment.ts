import type { TestEnvironment } from 'jest-environment-node'
import type { PreconfDevnet } from '../../types/devnet.ts'
import { useChain } from '../matchers/chains.ts'
import {
  collectConsole,
  forkTestChain,
  holdOpen,
  type ReturnPoint,
  startedTestChain,
  type TestChainOptions,
  type TestScenario,
  takeReturnPoint,
} from '../testChain/testChain.ts'

/** Appends a text to the message of an error, also in its stack, which is what Jest prints. */
export function addToError(error: unknown, text: string): void {
  if (typeof error !== 'object' || error === null) return
  const { message, stack } = error as { readonly message?: unknown; readonly stack?: unknown }
  if (typeof message !== 'string') return
  const added = `${message}\n\n${text}`
  Object.assign(error, {
    message: added,
    ...(typeof stack === 'string' && { stack: stack.replace(message, () => added) }),
  })
}

/** A Jest environment, such as that of Node or jsdom. */
export type EnvironmentClass = new (
  ...parameters: ConstructorParameters<typeof TestEnvironment>
) => InstanceType<typeof TestEnvironment>

/** The part of an event of jest-circus that is read. */
interface CircusEvent {
  readonly name: string
  readonly test?: CircusTest
}

interface CircusTest {
  readonly name: string
  /** What was thrown, alone or with the location of the test. */
  readonly errors: readonly unknown[]
}

interface CircusBlock {
  readonly children: readonly (CircusBlock | { readonly concurrent?: boolean })[]
}

interface CircusState {
  readonly rootDescribeBlock: CircusBlock
}

/**
 * A Jest environment with the chain of the test file as the global `chain`: a fork of one that is started
 * once in each worker. After each test the chain is as it was before the test, and after each `describe`
 * as before its `beforeAll`. What contracts print with `console.log` is added to the error of a failed test.
 *
 * @example
 * import { TestEnvironment } from 'jest-environment-node'
 * import { chainEnvironment } from 'preconf/jest'
 *
 * export default chainEnvironment(TestEnvironment)
 */
export function chainEnvironment(Environment: EnvironmentClass): EnvironmentClass {
  return class PreconfEnvironment extends Environment {
    readonly #options: TestChainOptions
    /** What each test plays. */
    readonly #scenario: TestScenario | undefined
    #chain: PreconfDevnet | undefined
    #release = () => {}
    #lines: ReturnType<typeof collectConsole> | undefined
    /** Return points of the `describe` blocks and the test that have started, the outermost first. */
    readonly #moments: ReturnPoint[] = []
    /** Whether concurrent tests of the file share the chain, whose changes are then not undone. */
    #isShared = false

    constructor(...parameters: ConstructorParameters<typeof TestEnvironment>) {
      super(...parameters)
      const [{ projectConfig }] = parameters
      const { preconf = {} } = projectConfig.testEnvironmentOptions
      const { scenario, ...options } = preconf as TestChainOptions
      this.#options = options
      this.#scenario = scenario as TestScenario | undefined
    }

    override async setup(): Promise<void> {
      await super.setup()
      giveEncoders(this.global)
      const chain = await forkTestChain(await startedTestChain(this.#options))
      this.#chain = chain
      this.#lines = collectConsole(chain)
      this.#release = useChain(chain, undefined, this.global)
      Object.assign(this.global, { chain })
    }

    override async teardown(): Promise<void> {
      this.#release()
      await this.#chain?.close()
      await super.teardown()
    }

    /** Called by jest-circus, which waits for it. */
    async handleTestEvent({ name, test }: CircusEvent, state: CircusState): Promise<void> {
      switch (name) {
        case 'run_start':
          this.#isShared = isAnyConcurrent(state.rootDescribeBlock)
          break
        case 'run_describe_start':
          await this.#begin()
          break
        case 'test_start':
          this.#lines?.clear()
          await this.#begin()
          if (this.#scenario !== undefined) await this.#chain?.play(this.#scenario)
          break
        case 'test_skip':
        case 'test_todo':
          // What its scenario has begun with goes too.
          if (this.#scenario !== undefined) await this.#moments.pop()?.restore()
          else this.#moments.pop()?.forget()
          break
        case 'test_done':
          this.#report(test)
          if (test?.errors.length && this.#chain) await holdOpen(this.#chain, test.name)
          await this.#moments.pop()?.restore()
          break
        case 'run_describe_finish':
          await this.#moments.pop()?.restore()
          break
      }
    }

    async #begin(): Promise<void> {
      if (this.#isShared || this.#chain === undefined) return
      this.#moments.push(await takeReturnPoint(this.#chain))
    }

    #report(test: CircusTest | undefined): void {
      const text = this.#lines?.text()
      const [failure] = test?.errors ?? []
      if (text !== undefined) addToError(Array.isArray(failure) ? failure[0] : failure, text)
    }
  }
}

/** jsdom has none, and matchers, viem and ethers do not load without them. */
function giveEncoders(environment: object): void {
  for (const [name, value] of Object.entries({ TextDecoder, TextEncoder })) {
    if (!(name in environment)) Object.assign(environment, { [name]: value })
  }
}

function isAnyConcurrent({ children }: CircusBlock): boolean {
  return children.some((child) =>
    'children' in child ? isAnyConcurrent(child) : child.concurrent === true,
  )
}
