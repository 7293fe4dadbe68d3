/** @jest-environment ./pageEnvironment.js */
const { BrowserProvider, JsonRpcProvider } = require('ethers')

test('a page sends through its wallet and shows what has arrived', async () => {
  window.ethereum = chain.provider
  document.body.innerHTML = '<output></output>'
  const wallet = new BrowserProvider(window.ethereum, undefined, { cacheTimeout: -1 })
  const [alice, bob] = chain.accounts
  const signer = await wallet.getSigner(alice.address)
  const sent = await signer.sendTransaction({ to: bob.address, value: 5n })
  await expect(sent).toBeSealed()
  await expect(sent).toChangeBalance(bob.address, 5n)

  document.querySelector('output').textContent = String(await wallet.getBlockNumber())
  expect(document.querySelector('output').textContent).toBe('1')
})

test('a page asks over HTTP', async () => {
  const { url } = await chain.listen({ port: 0 })
  const provider = new JsonRpcProvider(url)
  expect(await provider.getBlockNumber()).toBe(0)
  provider.destroy()
})
