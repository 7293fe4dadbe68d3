const { deployLogger } = require('./logger.cjs')

test('a test that fails tells what contracts have logged', async () => {
  const { say } = await deployLogger()
  await say(7n)
  expect(1).toBe(2)
})

test('another one tells its own', async () => {
  const { say } = await deployLogger()
  await say(8n)
  await expect(say(8n)).toRevert()
})

test('one that passes tells nothing', async () => {
  const { say } = await deployLogger()
  await say(9n)
})
