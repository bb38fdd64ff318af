import { type TProperties, type TSchema, Type } from 'typebox';
import { PROTO_PACKAGE } from './service.ts';

/**
 * The same schema with more annotations. TypeBox marks schemas with hidden members, which a spread would
 * lose.
 */
function annotated<Schema extends TSchema>(schema: Schema, annotations: object): Schema {
  const added = Object.getOwnPropertyDescriptors(annotations);
  return Object.defineProperties({}, { ...Object.getOwnPropertyDescriptors(schema), ...added }) as Schema;
}

/** A message. Every member is optional, because proto3 JSON omits default values. */
export function message<Members extends TProperties>(title: string, description: string, members: Members) {
  const protoType = `${PROTO_PACKAGE}.${title}`;
  return Type.Partial(Type.Object(members), { title, description, protoType });
}

/** A message as a member, with its meaning there. */
export const member = <Schema extends TSchema>(schema: Schema, description: string) =>
  annotated(schema, { description });

/** A member that the server sets; it is ignored in requests. */
export const output = <Schema extends TSchema>(schema: Schema) => annotated(schema, { readOnly: true });

/** A member, a parameter or an enum that the public interface does not have; absent without `mediation.groupExtensions`. */
export const extension = <Schema extends TSchema>(schema: Schema) => annotated(schema, { extension: true });

/** A member of an answer that is there even with its default value. */
export const explicit = <Schema extends TSchema>(schema: Schema) => annotated(schema, { explicit: true });

export const text = (description: string) => Type.String({ description });

/** A decimal string in answers; a string or a safe integer in requests. */
export const int64 = (description: string) => Type.String({ description, format: 'int64' });

export const int32 = (
  description: string,
  range: { readonly minimum?: number; readonly maximum?: number } = {},
) => Type.Integer({ description, format: 'int32', ...range });

export const double = (description: string) => Type.Number({ description, format: 'double' });

export const boolean = (description: string) => Type.Boolean({ description });

export const time = (description: string) => Type.String({ description, format: 'google-datetime' });

/** One name of a table of names and their meanings; `of` is the name of the enum. */
export function oneOf<const Names extends Readonly<Record<string, string>>>(
  of: string,
  names: Names,
  description: string,
) {
  const values = Object.keys(names) as (keyof Names & string)[];
  const enumDescriptions = Object.values(names);
  return Type.Enum(values, { description, enumDescriptions, protoType: `${PROTO_PACKAGE}.${of}` });
}

export const listOf = <Item extends TSchema>(item: Item, description: string) =>
  Type.Array(item, { description });

/** A map. Its keys may be any strings; the operation checks them. */
export const mapOf = <Value extends TSchema>(value: Value, description: string) =>
  Type.Record(Type.String(), value, { description });

export const nextPageToken = text('pageToken of the next page; absent on the last one.');
