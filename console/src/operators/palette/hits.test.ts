import { describe, expect, it } from 'vitest';
import { ACTIONS } from './action-places.ts';
import { canActOn, type Hit, hasPerson, isFor, textsWithIds, withoutRepeats } from './hits.ts';

const elena: Hit = { kind: 'holder', row: { id: 'h-1' } };
const licence: Hit = {
  kind: 'credential',
  row: { id: '2cfff651-3a01-4c7e-9a55-0d3b8f1e2a77', holderId: 'h-1' },
};
const second: Hit = {
  kind: 'credential',
  row: { id: '9d01aa42-3a01-4c7e-9a55-0d3b8f1e2a77', holderId: 'h-1' },
};
const others: Hit = { kind: 'credential', row: { id: 'c-9', holderId: 'h-9' } };

describe('What the search from everywhere found', () => {
  it('can be acted on if it is one thing, or one person with what belongs to the person', () => {
    expect(canActOn([licence])).toBe(true);
    expect(canActOn([elena, licence, second])).toBe(true);
  });

  it('cannot be acted on if it belongs to several people, or is several things without their person', () => {
    expect(canActOn([elena, licence, others])).toBe(false);
    expect(canActOn([licence, second])).toBe(false);
  });

  it('can be acted on in its state, as far as it was read', () => {
    const revoked: Hit = { kind: 'holder', row: { id: 'h-1', state: 'revoked' } as Hit['row'] };
    expect(isFor(ACTIONS.revokeHolder, revoked, 'user-1')).toBe(false);
    expect(isFor(ACTIONS.eraseHolder, revoked, 'user-1')).toBe(true);
    expect(isFor(ACTIONS.revokeHolder, elena, 'user-1')).toBe(true);
    expect(isFor(ACTIONS.revokeCredential, elena, 'user-1')).toBe(false);
  });

  it('is each thing once, as it was found first', () => {
    const again: Hit = { kind: 'holder', row: { id: 'h-1', holderId: 'h-1' } };
    expect(withoutRepeats([elena, licence, again])).toEqual([elena, licence]);
  });

  it('has a person with a name if the person is in it, and not only something of the person', () => {
    const names = new Map([['h-1', 'Elena Brandt']]);
    expect(hasPerson([elena, licence], names, 'elena')).toBe(true);
    expect(hasPerson([licence], names, 'elena')).toBe(false);
    expect(hasPerson([elena], names, 'h-1')).toBe(false);
    expect(hasPerson([elena], new Map(), 'elena')).toBe(false);
  });

  it('two licences of one person are shown with their ids', () => {
    const texts = ['Elena Brandt', 'Elena Brandt’s licence', 'Elena Brandt’s licence'];
    expect(textsWithIds([elena, licence, second], texts)).toEqual([
      'Elena Brandt',
      'Elena Brandt’s licence 2cfff6…1e2a77',
      'Elena Brandt’s licence 9d01aa…1e2a77',
    ]);
  });

  it('without a name is shown by its id, with the middle of a long one left out', () => {
    expect(textsWithIds([licence, others], [licence.row.id, 'c-9'])).toEqual(['2cfff6…1e2a77', 'c-9']);
  });
});
