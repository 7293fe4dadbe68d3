const { deployToken } = require('./token')

let alice, bob, token
beforeAll(async () => {
  ;({ alice, bob, token } = await deployToken())
})

// After each test the chain is as it was before it.
test.each([1n, 10n, 1000n])('a token goes to another: %s', async (value) => {
  await expect(token.transfer(bob, value)).toChangeTokenBalances(
    token,
    [alice, bob],
    [-value, value],
  )
})

test('a transfer is told of', async () => {
  await expect(token.transfer(bob, 7n)).toEmit(token, 'Transfer', [alice.address, bob.address, 7n])
})

test('a token is not there twice', async () => {
  const expected = [alice.address, 1000n, 1001n]
  await expect(token.transfer(bob, 1001n)).toRevertWith(token, 'InsufficientBalance', expected)
})

test('a payment arrives', async () => {
  const payment = alice.sendTransaction({ to: bob, value: 5n })
  await expect(payment).toChangeBalances([alice, bob], [-5n, 5n])
})
