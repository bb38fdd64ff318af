import { describe, expect, it } from 'vitest';
import { needsLog, scaleOf, tickText } from './scale.ts';

describe('The scale of a waterfall', () => {
  it('a linear scale is proportional to the price and ends at a round price', () => {
    const { share, ticks } = scaleOf(['2500000', '1250000', '5000000'], 'linear');
    expect(share('5000000')).toBe(1);
    expect(share('2500000')).toBe(0.5);
    expect(share('1250000')).toBe(0.25);
    expect(ticks).toEqual([
      { micros: '0', share: 0 },
      { micros: '5000000', share: 1 },
    ]);
  });

  it('a logarithmic scale gives equal lengths to equal factors, and a visible bar to the lowest price', () => {
    const { share, ticks } = scaleOf(['100000', '1000000', '10000000'], 'log');
    expect(share('10000000')).toBeCloseTo(1);
    expect(share('1000000')).toBeCloseTo(2 / 3);
    expect(share('100000')).toBeCloseTo(1 / 3);
    expect(ticks.map(({ micros }) => micros)).toEqual(['10000', '100000', '1000000', '10000000']);
    expect(scaleOf(['1000000'], 'log').share('1000000')).toBe(1);
  });

  it('bars never exceed the width of the picture, also if there are no prices', () => {
    const { share } = scaleOf(['1000000', '3000000'], 'log');
    expect(share('1')).toBe(0);
    expect(share('99999999999')).toBe(1);
    expect(scaleOf([], 'log').share('1')).toBe(0);
  });

  it('the marks are round prices', () => {
    const marks = (most: string) => scaleOf([most], 'linear').ticks.map(({ micros }) => micros);
    expect(marks('11200000')).toEqual(['0', '10000000', '20000000']);
    expect(marks('1000001')).toEqual(['0', '1000000', '2000000']);
    expect(marks('2000000')).toEqual(['0', '1000000', '2000000']);
    expect(['100000', '10000000'].map(tickText)).toEqual(['$0.10', '$10']);
  });

  it('the scale is logarithmic by default if prices differ by more than a factor of twenty', () => {
    expect(needsLog(['100000', '2000000'])).toBe(false);
    expect(needsLog(['100000', '2000001'])).toBe(true);
    expect(needsLog(['100000'])).toBe(false);
  });
});
