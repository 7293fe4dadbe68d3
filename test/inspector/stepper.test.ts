import { expect, test } from 'vitest'
import {
  callsAt,
  type LoadSteps,
  type Move,
  moved,
  type Place,
  placeAt,
  stepAt,
  variablesAt,
} from '../../src/inspector/stepper.ts'
import { account } from '../rpc/methods/client.ts'
import { type TokenProject, tokenProject } from '../rpc/methods/preconf/contract/tokenProject.ts'

/** A call through a proxy, looked at in small windows. */
async function minted(project: TokenProject, count = 3) {
  const { devnet, proxy, call } = project
  const hash = await call(proxy, 'mint', account(devnet, 1), 5n)
  const asked: object[] = []
  const load: LoadSteps = (window) => {
    asked.push(window)
    return devnet.ask('preconf_traceSteps', hash, { unit: 'line', count, ...window })
  }
  const begin = (await placeAt(load, 0)) as Place
  const go = (place: Place, move: Move) => moved(load, place, move)
  return { load, begin, go, asked, hash }
}

const lineAt = (place: Place) => stepAt(place).source?.line
const instructionAt = (place: Place) => stepAt(place).instruction

test('goes forward over all steps, whatever the windows, and back the same way', async () => {
  const project = await tokenProject()
  await using _ = project.devnet
  const { begin, go, hash } = await minted(project)
  const whole = await project.devnet.ask('preconf_traceSteps', hash, { count: 1000 })
  const all = whole.steps.map(({ instruction }: { instruction: number }) => instruction)
  const there: number[] = []
  let place = begin
  for (const _step of all) {
    there.push(instructionAt(place))
    place = await go(place, 'into')
  }
  expect(there).toEqual(all)
  const back: number[] = []
  for (const _step of all) {
    back.push(instructionAt(place))
    place = await go(place, 'back')
  }
  expect(back.reverse()).toEqual(all)
  expect(instructionAt(place)).toBe(all[0])
})

test('steps over the call within a line, out of it, and to the end', async () => {
  const project = await tokenProject()
  await using _ = project.devnet
  const { begin, go } = await minted(project)
  let place = begin
  while (callsAt(place).length === 1) place = await go(place, 'into')
  expect(callsAt(place).map(({ kind }) => kind)).toEqual(['CALL', 'DELEGATECALL'])
  expect(callsAt(place)[1]).toMatchObject({ contract: 'Token', function: 'mint' })
  const inside = place
  const outside = await go(inside, 'out')
  expect(callsAt(outside)).toHaveLength(1)
  const before = await go(inside, 'back')
  expect(instructionAt(await go(before, 'over'))).toBe(instructionAt(outside))
  expect(instructionAt(await go(outside, 'overBack'))).toBe(instructionAt(before))
  const end = await go(begin, 'toEnd')
  expect(await go(end, 'into')).toBe(end)
  expect(stepAt(end).op).not.toBe('')
})

test('knows the variables at each step, and fetches texts once', async () => {
  const project = await tokenProject()
  await using _ = project.devnet
  const { begin, go, asked } = await minted(project)
  let place = begin
  const supplies = new Set<string | undefined>()
  for (let step = 0; step < 200; step++) {
    const next = await go(place, 'into')
    if (next === place) break
    place = next
    if (callsAt(place).length < 2) continue
    supplies.add(variablesAt(place).find(({ variable }) => variable === 'totalSupply')?.value)
  }
  expect([...supplies]).toEqual(['0', '5'])
  expect(Object.keys(place.sources)).toEqual(['contracts/Token.sol'])
  expect(lineAt(place)).toBeGreaterThan(0)
  expect(asked.filter((window) => 'sources' in window && window.sources)).toHaveLength(1)
})

test('begins at an instruction, and with the last step behind all of them', async () => {
  const project = await tokenProject()
  await using _ = project.devnet
  const { load, begin, go } = await minted(project)
  const middle = (await placeAt(load, 100, begin)) as Place
  expect(instructionAt(middle)).toBeGreaterThanOrEqual(100)
  const end = await go(begin, 'toEnd')
  const behind = (await placeAt(load, begin.window.instructions - 1, begin)) as Place
  expect(instructionAt(behind)).toBe(instructionAt(end))
})
