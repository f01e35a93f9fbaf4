import { expect, it } from 'vitest';
import { amountInWords } from '../../contract/amount-words.ts';

it.each([
  [0, 'Rupees zero only', 'शून्य रुपये मात्र'],
  [1610200, 'Rupees sixteen thousand one hundred two only', 'सोलह हज़ार एक सौ दो रुपये मात्र'],
  [
    12_345_678_90,
    'Rupees one crore twenty-three lakh forty-five thousand six hundred seventy-eight and ninety paise only',
    'एक करोड़ तेईस लाख पैंतालीस हज़ार छह सौ अठहत्तर रुपये नब्बे पैसे मात्र',
  ],
  [
    9_999_999_00,
    'Rupees ninety-nine lakh ninety-nine thousand nine hundred ninety-nine only',
    'निन्यानवे लाख निन्यानवे हज़ार नौ सौ निन्यानवे रुपये मात्र',
  ],
  [
    25_040_000_000_00,
    'Rupees two thousand five hundred four crore only',
    'दो हज़ार पाँच सौ चार करोड़ रुपये मात्र',
  ],
  [-5005, 'Rupees minus fifty and five paise only', 'माइनस पचास रुपये पाँच पैसे मात्र'],
])('%i paise in words', (paise, en, hi) => {
  expect([amountInWords(paise, 'en'), amountInWords(paise, 'hi')]).toEqual([en, hi]);
});

it('no two numbers are said alike', () => {
  for (const language of ['en', 'hi'] as const) {
    const said = Array.from({ length: 1100 }, (_, rupees) => amountInWords(rupees * 100, language));
    expect(new Set(said).size).toBe(1100);
  }
});
