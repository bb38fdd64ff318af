import { Option } from 'commander';

/** An option whose choices are the values of an enum, in small letters. */
export const enumOption = (flags: string, description: string, values: readonly string[]): Option =>
  new Option(flags, description).choices(values.map((value) => value.toLowerCase()));
