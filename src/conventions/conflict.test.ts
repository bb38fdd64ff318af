import { describe, expect, it } from 'vitest';
import { ConflictError, retryOnConflict } from './errors.ts';

describe('retryOnConflict', () => {
  it('starts again until the work is done', async () => {
    let attempts = 0;
    const work = async () => {
      attempts += 1;
      if (attempts < 4) throw new ConflictError('taken');
      return attempts;
    };
    expect(await retryOnConflict(work)).toBe(4);
  });

  it('gives up after 20 attempts', async () => {
    let attempts = 0;
    const work = async () => {
      attempts += 1;
      throw new ConflictError('taken');
    };
    await expect(retryOnConflict(work)).rejects.toBeInstanceOf(ConflictError);
    expect(attempts).toBe(20);
  });

  it('does not repeat what failed for another reason', async () => {
    let attempts = 0;
    const work = async () => {
      attempts += 1;
      throw new Error('broken');
    };
    await expect(retryOnConflict(work)).rejects.toThrow('broken');
    expect(attempts).toBe(1);
  });
});
