import { expect, it } from 'vitest';
import { filterText } from './filter.ts';

it('A filter in the address of the page becomes a filter expression of the interface', () => {
  expect(filterText({})).toBeUndefined();
  expect(filterText({ name: '' })).toBeUndefined();
  expect(filterText({ platform: 'IOS', region: 'DE, AT' })).toBe(
    'IN(PLATFORM, "IOS") AND CONTAINS_ANY(TARGETED_REGION_CODES, "DE", "AT")',
  );
  expect(filterText({ state: 'ARCHIVED' })).toBe('IN(STATE, "DISABLED")');
  expect(filterText({ name: 'A "b", c\\' })).toBe('IN(DISPLAY_NAME, "A \\"b\\", c\\\\")');
});
