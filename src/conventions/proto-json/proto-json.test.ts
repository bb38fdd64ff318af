import { Type } from 'typebox';
import { describe, expect, it } from 'vitest';
import { readProtoJson, writeProtoJson } from '../index.ts';
import { StatusError } from '../status.ts';

const Line = Type.Object({
  id: Type.Optional(Type.String()),
  displayName: Type.Optional(Type.String()),
  cpmMicros: Type.Optional(Type.String({ format: 'int64' })),
  cpmMode: Type.Optional(Type.Enum(['CPM_MODE_UNSPECIFIED', 'LIVE', 'MANUAL'])),
  experimentVariant: Type.Optional(Type.String({ readOnly: true })),
  adUnitMappings: Type.Optional(Type.Record(Type.String(), Type.String())),
});

const Group = Type.Object({
  displayName: Type.Optional(Type.String()),
  state: Type.Optional(
    Type.Union([Type.Literal('STATE_UNSPECIFIED'), Type.Literal('ENABLED'), Type.Literal('DISABLED')], {
      protoType: 'example.v1.MediationGroup.State',
    }),
  ),
  weight: Type.Optional(Type.Integer({ format: 'int32' })),
  ratio: Type.Optional(Type.Number()),
  active: Type.Optional(Type.Boolean()),
  targeting: Type.Optional(
    Type.Object(
      { platform: Type.Optional(Type.String()), adUnitIds: Type.Optional(Type.Array(Type.String())) },
      { protoType: 'example.v1.MediationGroupTargeting' },
    ),
  ),
  mediationGroupLines: Type.Optional(Type.Record(Type.String(), Line)),
  treatmentMediationLines: Type.Optional(
    Type.Array(Type.Object({ mediationGroupLine: Type.Optional(Line) })),
  ),
  anything: Type.Optional(Type.Unknown()),
});

const read = (body: unknown, nulls: 'keep' | 'drop' = 'drop') =>
  readProtoJson(Group, body, 'mediation_group', { nulls });

function problems(body: unknown, root = 'mediation_group') {
  try {
    readProtoJson(Group, body, root);
  } catch (error) {
    if (!(error instanceof StatusError)) throw error;
    const { code, reason, message, violations } = error;
    expect({ code, reason }).toEqual({ code: 'INVALID_ARGUMENT', reason: 'INVALID_BODY' });
    expect(message).toBe(violations.map(({ description }) => description).join('\n'));
    return violations.map(({ field, description }) => [field, description]);
  }
  throw new Error('accepted');
}

const unknownName = (name: string, at: string, problem = 'Cannot find field.') =>
  `Invalid JSON payload received. Unknown name "${name}"${at && ` at '${at}'`}: ${problem}`;

describe('Bodies in proto3 JSON', () => {
  it('names are accepted in lowerCamelCase and snake_case, and returned in lowerCamelCase', () => {
    const body = {
      display_name: 'A',
      mediationGroupLines: { a_b: { cpm_micros: '5', cpmMode: 'LIVE', ad_unit_mappings: { x_y: 'z' } } },
      targeting: { ad_unit_ids: ['u'] },
    };
    expect(read(body)).toEqual({
      displayName: 'A',
      mediationGroupLines: { a_b: { cpmMicros: '5', cpmMode: 'LIVE', adUnitMappings: { x_y: 'z' } } },
      targeting: { adUnitIds: ['u'] },
    });
  });

  it('members keep the order of the body', () => {
    expect(Object.keys(read({ weight: 1, state: 'ENABLED', display_name: 'x' }))).toEqual([
      'weight',
      'state',
      'displayName',
    ]);
  });

  it.each([
    ['5', '5'],
    [5, '5'],
    ['007', '7'],
    [-1, '-1'],
    [0, '0'],
    ['-0', '0'],
    ['9223372036854775807', '9223372036854775807'],
    ['-9223372036854775808', '-9223372036854775808'],
    [9007199254740991, '9007199254740991'],
  ])('%j is read as the int64 %s', (sent, kept) => {
    expect(read({ mediationGroupLines: { 7: { cpmMicros: sent } } })).toEqual({
      mediationGroupLines: { 7: { cpmMicros: kept } },
    });
  });

  it.each([
    ['9223372036854775808'],
    ['-9223372036854775809'],
    [9007199254740992],
    [1.5],
    ['1.5'],
    ['1e3'],
    [''],
    [' 1'],
    ['0x1'],
    ['abc'],
    [true],
    ['9'.repeat(10_000)],
  ])('%j is refused as int64', (sent) => {
    const [[field, description] = []] = problems({ mediationGroupLines: { 7: { cpm_micros: sent } } });
    expect(field).toBe('mediation_group.mediation_group_lines["7"].cpm_micros');
    expect(description).toContain(`Invalid value at '${field}' (TYPE_INT64), `);
    expect(description!.length).toBeLessThan(400);
  });

  it.each(['1e400', '9007199254740993', '-9007199254740993', '1e16'])(
    'the error says that %s has to be a string, and does not echo the rounded number',
    (text) => {
      const body = JSON.parse(`{"mediationGroupLines": {"7": {"cpmMicros": ${text}}}}`);
      const [[, description] = []] = problems(body);
      expect(description).toBe(
        `Invalid value at 'mediation_group.mediation_group_lines["7"].cpm_micros' (TYPE_INT64), a number too large to be read exactly; send it as a string`,
      );
      const [[, ofInt32] = []] = problems(JSON.parse(`{"weight": ${text}}`));
      expect(ofInt32).toBe(
        `Invalid value at 'mediation_group.weight' (TYPE_INT32), a number too large to be read exactly`,
      );
    },
  );

  it.each([
    [3, 3],
    ['3', 3],
    [-0, 0],
    [2147483647, 2147483647],
    ['-2147483648', -2147483648],
    ['1e2', 100],
    ['5.0', 5],
  ])('%j is read as the int32 %d', (sent, kept) => {
    expect(read({ weight: sent })).toEqual({ weight: kept });
  });

  it.each([2147483648, '2147483648', 1.5, '1.5', '1e10', '', 'x', false])(
    '%j is refused as int32',
    (sent) => {
      expect(problems({ weight: sent })).toEqual([
        [
          'mediation_group.weight',
          `Invalid value at 'mediation_group.weight' (TYPE_INT32), ${JSON.stringify(sent)}`,
        ],
      ]);
    },
  );

  it('numbers and booleans are read', () => {
    expect(read({ ratio: 1.5, active: false })).toEqual({ ratio: 1.5, active: false });
    expect(read({ ratio: '2.5e1' })).toEqual({ ratio: 25 });
    for (const ratio of ['', '0x10', ' 1', '1.', Number.POSITIVE_INFINITY, true]) {
      expect(problems({ ratio })[0]![1]).toContain('TYPE_DOUBLE');
    }
    expect(problems({ ratio: 'NaN', active: 'true' }).map(([, text]) => text)).toEqual([
      `Invalid value at 'mediation_group.ratio' (TYPE_DOUBLE), "NaN"`,
      `Invalid value at 'mediation_group.active' (TYPE_BOOL), "true"`,
    ]);
  });

  it.each([
    ['FOO', '"FOO"'],
    [1, '1'],
    ['enabled', '"enabled"'],
    [true, 'true'],
  ])('enums are accepted by name only: %j', (sent, echo) => {
    const text = `Invalid value at 'mediation_group.state' (type.googleapis.com/example.v1.MediationGroup.State), ${echo}`;
    expect(problems({ state: sent })).toEqual([['mediation_group.state', text]]);
  });

  it('a message about an enum without a protoType calls it an enum', () => {
    expect(problems({ mediationGroupLines: { '-1': { cpmMode: 'X' } } })[0]![1]).toBe(
      `Invalid value at 'mediation_group.mediation_group_lines["-1"].cpm_mode' (TYPE_ENUM), "X"`,
    );
  });

  it('a union is read as an enum only if all its members are names', () => {
    const Mixed = Type.Object({ a: Type.Union([Type.Literal('A'), Type.String()]) });
    expect(readProtoJson(Mixed, { a: 'other' }, '')).toEqual({ a: 'other' });
  });

  it('null counts as absent, or is kept if it removes a value', () => {
    const body = { displayName: null, targeting: { adUnitIds: null }, mediationGroupLines: { 7: null } };
    expect(read(body)).toEqual({ targeting: {}, mediationGroupLines: {} });
    expect(read(body, 'keep')).toEqual(body);
    expect(read({ targeting: null }, 'keep')).toEqual({ targeting: null });
  });

  it('null in a list is refused', () => {
    const text = `Invalid value at 'mediation_group.targeting.ad_unit_ids[1]' (TYPE_STRING), null`;
    expect(problems({ targeting: { adUnitIds: ['a', null] } })).toEqual([
      ['mediation_group.targeting.ad_unit_ids[1]', text],
    ]);
  });

  it('output-only members are dropped, whatever their values', () => {
    expect(read({ mediationGroupLines: { 7: { experimentVariant: { a: 1 } } } })).toEqual({
      mediationGroupLines: { 7: {} },
    });
  });

  it('values that the schema leaves open are kept', () => {
    const anything = { a: [1, { b: null }] };
    expect(read({ anything })).toEqual({ anything });
  });

  it('a missing body counts as an empty message', () => {
    expect(read(undefined)).toEqual({});
  });
});

describe('Invalid bodies in proto3 JSON', () => {
  it.each([[[]], ['x'], [null], [3], [true]])('%j in place of a message is refused', (body) => {
    expect(problems(body)).toEqual([['', unknownName('', '', 'Root element must be a message.')]]);
  });

  it('unknown names are reported', () => {
    expect(problems({ trafficPercentage: 1 }, '')).toEqual([['', unknownName('trafficPercentage', '')]]);
    expect(problems({ x: 1 })).toEqual([['mediation_group', unknownName('x', 'mediation_group')]]);
    expect(problems({ targeting: { x: 1 } }, '')).toEqual([['targeting', unknownName('x', 'targeting')]]);
    expect(problems({ targeting: { x: { y: 1 } } })).toEqual([
      ['mediation_group.targeting', unknownName('x', 'mediation_group.targeting')],
    ]);
    expect(problems({ treatmentMediationLines: [{}, { mediationGroupLine: { x: 1 } }] })[0]![1]).toBe(
      unknownName('x', 'mediation_group.treatment_mediation_lines[1].mediation_group_line'),
    );
  });

  it.each(['DisplayName', 'display_Name', 'displayname', 'toString', '__proto__', 'constructor', ''])(
    'the error recommends a known name that is similar: %j',
    (name) => {
      const body = JSON.parse(`{${JSON.stringify(name)}: "x"}`);
      expect(problems(body)).toEqual([['mediation_group', unknownName(name, 'mediation_group')]]);
    },
  );

  it('a field that is set twice under two spellings is reported', () => {
    const text = unknownName('display_name', 'mediation_group', "The field 'displayName' is already set.");
    expect(problems({ displayName: 'a', display_name: 'a' })).toEqual([['mediation_group', text]]);
  });

  it('lists and objects in place of scalars are reported', () => {
    const noList = 'Proto field is not repeating, cannot start list.';
    expect(
      problems({ displayName: [], targeting: [], mediationGroupLines: [] }).map(([, text]) => text),
    ).toEqual([
      unknownName('display_name', 'mediation_group', noList),
      unknownName('targeting', 'mediation_group', noList),
      unknownName('mediation_group_lines', 'mediation_group', noList),
    ]);
    expect(problems({ display_name: {} }, '')).toEqual([
      ['', 'Invalid value (display_name), Starting an object on a scalar field'],
    ]);
    expect(problems({ targeting: { adUnitIds: {}, platform: {} } }).map(([, text]) => text)).toEqual([
      `Invalid value at 'mediation_group.targeting' (ad_unit_ids), Starting an object on a scalar field`,
      `Invalid value at 'mediation_group.targeting' (platform), Starting an object on a scalar field`,
    ]);
  });

  it('scalars in place of messages and lists are reported', () => {
    const body = { targeting: 'x', mediationGroupLines: 3, treatmentMediationLines: true };
    expect(problems(body).map(([, text]) => text)).toEqual([
      `Invalid value at 'mediation_group.targeting' (type.googleapis.com/example.v1.MediationGroupTargeting), "x"`,
      `Invalid value at 'mediation_group.mediation_group_lines' (TYPE_MESSAGE), 3`,
      `Invalid value at 'mediation_group.treatment_mediation_lines' (repeated TYPE_MESSAGE), true`,
    ]);
    expect(problems({ targeting: { adUnitIds: 'x' } })[0]![1]).toBe(
      `Invalid value at 'mediation_group.targeting.ad_unit_ids' (repeated TYPE_STRING), "x"`,
    );
  });

  it('all problems of a body are reported, in its order', () => {
    const body = { weight: 'x', y: 1, targeting: { platform: 3, z: 1 }, displayName: 4 };
    expect(problems(body).map(([field]) => field)).toEqual([
      'mediation_group.weight',
      'mediation_group',
      'mediation_group.targeting.platform',
      'mediation_group.targeting',
      'mediation_group.display_name',
    ]);
  });

  it('at most 100 problems are reported', () => {
    const many = Object.fromEntries(Array.from({ length: 5000 }, (_, index) => [`x${index}`, 1]));
    expect(() => read(many)).toThrow(
      expect.objectContaining({ violations: expect.toSatisfy((v) => v.length === 100) }),
    );
    expect(problems({ ['x'.repeat(100_000)]: 1 })[0]![1]!.length).toBeLessThan(400);
    expect(problems({ weight: 'x'.repeat(100_000) })[0]![1]!.length).toBeLessThan(400);
  });

  it('reading a body changes no prototype', () => {
    const body = JSON.parse('{"mediationGroupLines":{"__proto__":{"adUnitMappings":{"__proto__":"x"}}}}');
    const { mediationGroupLines } = read(body) as { mediationGroupLines: object };
    expect(Object.getPrototypeOf(mediationGroupLines)).toBe(Object.prototype);
    expect(JSON.stringify(mediationGroupLines)).toBe('{"__proto__":{"adUnitMappings":{"__proto__":"x"}}}');
  });
});

describe('Answers in proto3 JSON', () => {
  it('answers write int64 as strings and omit unset fields', () => {
    const message = {
      displayName: '',
      state: 'STATE_UNSPECIFIED',
      weight: 0,
      active: false,
      targeting: { platform: 'IOS', adUnitIds: [] },
      mediationGroupLines: {
        7: { cpmMicros: 9007199254740993n, cpmMode: 'LIVE', adUnitMappings: {} },
        8: { cpmMicros: 0 },
        9: { cpmMicros: 10000 },
      },
      treatmentMediationLines: [{ mediationGroupLine: { id: '1', cpmMicros: '0' } }, {}],
      anything: undefined,
    };
    expect(writeProtoJson(Group, message)).toEqual({
      targeting: { platform: 'IOS' },
      mediationGroupLines: {
        7: { cpmMicros: '9007199254740993', cpmMode: 'LIVE' },
        8: {},
        9: { cpmMicros: '10000' },
      },
      treatmentMediationLines: [{ mediationGroupLine: { id: '1' } }, {}],
    });
  });

  it('empty messages and the values of maps are kept', () => {
    const message = { targeting: {}, mediationGroupLines: { 7: { adUnitMappings: { u: '' } } } };
    expect(writeProtoJson(Group, message)).toEqual(message);
  });

  it('a value that was written is read as the same value', () => {
    const message = {
      displayName: 'A',
      state: 'ENABLED',
      weight: 3,
      active: true,
      targeting: { adUnitIds: ['u'] },
      mediationGroupLines: { '-1': { cpmMicros: '5', adUnitMappings: { u: 'm' } } },
    };
    expect(read(JSON.parse(JSON.stringify(writeProtoJson(Group, message))))).toEqual(message);
  });

  it('writing an answer changes no prototype', () => {
    const message = JSON.parse('{"mediationGroupLines":{"__proto__":{"id":"1"}},"__proto__":{"id":"1"}}');
    const written = writeProtoJson(Group, message);
    expect(Object.getPrototypeOf(written)).toBe(Object.prototype);
    expect(JSON.stringify(written)).toBe(
      '{"mediationGroupLines":{"__proto__":{"id":"1"}},"__proto__":{"id":"1"}}',
    );
  });
});
