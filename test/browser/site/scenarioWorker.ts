import * as all from './scenarios.ts'

const scenarios = new Map<string, (given: never) => Promise<unknown>>(Object.entries(all))

addEventListener('message', async ({ data: { name, given } }) => {
  const answer = scenarios.get(name)?.(given as never)
  postMessage(await answer?.catch((error) => ({ failed: String(error?.stack) })))
})
