import { Type } from 'typebox';
import { describe, expect, it } from 'vitest';
import { readQueryParameters } from '../index.ts';
import { parseQuery } from '../query-parameters.ts';
import { StatusError } from '../status.ts';

const Parameters = Type.Object({
  pageSize: Type.Optional(Type.Integer({ format: 'int32' })),
  pageToken: Type.Optional(Type.String()),
  updateMask: Type.Optional(Type.String({ format: 'google-fieldmask' })),
  validateOnly: Type.Optional(Type.Boolean()),
  orderBy: Type.Optional(Type.Enum(['ID', 'NAME'])),
  revision: Type.Optional(Type.Integer({ format: 'int32', minimum: 1 })),
  endTime: Type.Optional(Type.String({ format: 'google-datetime' })),
});

const read = (query: string) => readQueryParameters(Parameters, parseQuery(query));

function problems(query: string) {
  try {
    read(query);
  } catch (error) {
    if (!(error instanceof StatusError)) throw error;
    expect(error).toMatchObject({ code: 'INVALID_ARGUMENT', reason: 'INVALID_QUERY' });
    return error.violations.map(({ field, description }) => [field, description]);
  }
  throw new Error('accepted');
}

describe('Query parameters', () => {
  it.each([
    ['', {}],
    ['pageSize=5&pageToken=x', { pageSize: 5, pageToken: 'x' }],
    ['page_size=5&page_token=x', { pageSize: 5, pageToken: 'x' }],
    ['pageSize=-1', { pageSize: -1 }],
    ['pageSize=0', { pageSize: 0 }],
    ['pageSize=&pageToken=', {}],
    ['pageSize=3&page_size=3', { pageSize: 3 }],
    ['validateOnly=true&validate_only=true', { validateOnly: true }],
    ['validateOnly=true', { validateOnly: true }],
    ['validate_only=false', { validateOnly: false }],
    ['orderBy=ID', { orderBy: 'ID' }],
    ['revision=1', { revision: 1 }],
    ['revision=0', { revision: 0 }],
    ['endTime=2026-11-22T12:00:00.5%2B01:00', { endTime: '2026-11-22T12:00:00.5+01:00' }],
    ['updateMask=a&updateMask=a', { updateMask: 'a' }],
    ['updateMask=a&update_mask=a', { updateMask: 'a' }],
    ['alt=json&%24.xgafv=2&fields=x&key=k&quotaUser=u&prettyPrint=false&uploadType=x', {}],
  ])('the query ?%s is read', (query, expected) => {
    expect(read(query)).toEqual(expected);
  });

  it.each([
    ['pageSize=abc', 'page_size', `Invalid value at 'page_size' (TYPE_INT32), "abc"`],
    ['page_size=1.5', 'page_size', `Invalid value at 'page_size' (TYPE_INT32), "1.5"`],
    ['validateOnly=yes', 'validate_only', `Invalid value at 'validate_only' (TYPE_BOOL), "yes"`],
    ['validateOnly=', 'validate_only', `Invalid value at 'validate_only' (TYPE_BOOL), ""`],
    ['validateOnly', 'validate_only', `Invalid value at 'validate_only' (TYPE_BOOL), ""`],
    ['orderBy=1', 'order_by', `Invalid value at 'order_by' (TYPE_ENUM), "1"`],
    ['revision=-1', 'revision', `Invalid value at 'revision' (TYPE_INT32), "-1"`],
    ...['yesterday', '2026-11-22', '2026-13-22T12:00:00Z'].map((time) => [
      `endTime=${time}`,
      'end_time',
      `Invalid value at 'end_time' (type.googleapis.com/google.protobuf.Timestamp), "${time}"`,
    ]),
    ...[
      ['updateMask=a&updateMask=b', 'update_mask'],
      ['updateMask=a&update_mask=b', 'update_mask'],
      ['validateOnly=true&validateOnly=false', 'validate_only'],
      ['pageSize=3&page_size=4', 'page_size'],
      ['pageToken=&pageToken=x', 'page_token'],
    ].map(([query, field]) => [
      query,
      field,
      `The query parameter '${field}' is repeated with another value.`,
    ]),
    ...['x', 'pagesize', 'PageSize', '__proto__', 'toString', '$httpMethod', 'Fields'].map((name) => [
      `${name}=1`,
      name,
      `Invalid JSON payload received. Unknown name "${name}": Cannot bind query parameter. Field '${name}' could not be found in request message.`,
    ]),
  ])('the query ?%s is refused', (query, field, description) => {
    expect(problems(query!)).toEqual([[field, description]]);
  });

  it('all bad query parameters are reported together', () => {
    expect(problems('y=1&pageSize=a&x=2&validateOnly=b').map(([field]) => field)).toEqual([
      'y',
      'x',
      'page_size',
      'validate_only',
    ]);
  });
});
