import { Type } from 'typebox';
import { ONE_LINE } from './printable.ts';

/** The keywords of JSON Schema that the conventions use. TypeBox schemas have this type. */
export interface Schema {
  /** A marker of TypeBox. It makes schemas that have none of the following keywords fit this type too. */
  readonly '~kind'?: string;
  readonly type?: string;
  readonly format?: string;
  readonly pattern?: string;
  readonly minimum?: number;
  readonly contentEncoding?: string;
  readonly readOnly?: boolean;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly Schema[];
  readonly const?: unknown;
  readonly items?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly patternProperties?: Readonly<Record<string, Schema>>;
  readonly additionalProperties?: boolean | Schema;
  /** Full name of the message or enum in error messages, such as `example.v1.Group.State`. */
  readonly protoType?: string;
  /** In answers: the field has presence (`optional` in proto3), so it is written even with its default. */
  readonly explicit?: boolean;
  /** In requests: values are passed on as they were sent, because the operation reads them itself. */
  readonly asSent?: boolean;
}

/** The schema of a member by name; ignores inherited properties. */
export function propertyOf(schema: Schema, name: string): Schema | undefined {
  const { properties } = schema;
  return properties && Object.hasOwn(properties, name) ? properties[name] : undefined;
}

/** The schema of the values of a map, from `additionalProperties` or `patternProperties`. */
export function mapValueOf({ patternProperties, additionalProperties }: Schema): Schema | undefined {
  if (typeof additionalProperties === 'object') return additionalProperties;
  return patternProperties && Object.values(patternProperties)[0];
}

/** The type of the schema's values in error messages. */
export function typeNameOf({ protoType }: Schema, otherwise: string): string {
  return protoType === undefined ? otherwise : `type.googleapis.com/${protoType}`;
}

/** The names of an enum, written as `enum` or as a union of constants. */
export function enumNamesOf(schema: Schema): readonly unknown[] | undefined {
  if (schema.enum) return schema.enum;
  const { anyOf } = schema;
  return anyOf?.every((one) => one.const !== undefined) ? anyOf.map((one) => one.const) : undefined;
}

/** In schemas of requests: unknown members are refused. */
export const closed = { additionalProperties: false } as const;

const isFreeText = ({ type, format, pattern, contentEncoding, enum: names }: Schema) =>
  type === 'string' && [format, pattern, contentEncoding, names].every((rule) => rule === undefined);

/** A copy with other keywords, which keeps what TypeBox marks. */
const changed = <S extends object>(schema: S, keywords: object): S =>
  Object.defineProperties(
    {},
    { ...Object.getOwnPropertyDescriptors(schema), ...Object.getOwnPropertyDescriptors(keywords) },
  ) as S;

/** The schema with every text that it does not bound otherwise bounded to printable characters in one line. */
export function withPrintableTexts<S extends Schema>(schema: S): S {
  if (isFreeText(schema)) return changed(schema, { pattern: ONE_LINE });
  const { properties, patternProperties, items, anyOf } = schema;
  const each = (members: Readonly<Record<string, Schema>>) =>
    Object.fromEntries(Object.entries(members).map(([name, member]) => [name, withPrintableTexts(member)]));
  return changed(schema, {
    ...(properties && { properties: each(properties) }),
    ...(patternProperties && { patternProperties: each(patternProperties) }),
    ...(items && { items: withPrintableTexts(items) }),
    ...(anyOf && { anyOf: anyOf.map(withPrintableTexts) }),
  });
}

export const Time = (description: string) => Type.String({ description, format: 'date-time' });

export function isoTime(milliseconds: number): string {
  return new Date(milliseconds).toISOString();
}

/** `ad_unit_ids` → `adUnitIds`; a name in lowerCamelCase stays the same. */
export function snakeToCamel(name: string): string {
  return name.replace(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());
}

/** `adUnitIds` → `ad_unit_ids`, the name in the protocol buffer. */
export function camelToSnake(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}
