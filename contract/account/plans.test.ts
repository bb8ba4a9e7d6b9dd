import { expect, test } from 'vitest'
import { extraSeats, planNames, plans, priceText } from './plans.ts'

test('prices are formatted as advertised', () => {
  const read = planNames.map((name) => {
    const { prices, yearlyDiscount } = plans[name]
    return [priceText(prices.month), priceText(prices.year), yearlyDiscount]
  })
  expect(read).toEqual([
    ['$0.99', '$9.99', 16],
    ['$35.99', '$344.99', 20],
    ['$119.99', '$1,229.99', 14],
  ])
  const seats = Object.values(extraSeats).flatMap((place) =>
    Object.values(place).flatMap(({ month, year }) => [priceText(month), priceText(year)]),
  )
  expect(seats).toEqual(['$5.99', '$56.99', '$7.99', '$75.99', '$6.99', '$64.99', '$4.99', '$49.99'])
})

test('a currency without minor units is formatted correctly', () => {
  expect(priceText(1200, 'jpy')).toBe('¥1,200')
})

test.each(planNames)('%s: a year is cheaper than twelve months by the advertised percentage', (name) => {
  const { prices, yearlyDiscount } = plans[name]
  const percent = (1 - prices.year / (12 * prices.month)) * 100
  expect(Math.abs(percent - yearlyDiscount)).toBeLessThan(1)
})
