type Specified<Name> = Name extends `${string}_UNSPECIFIED` ? never : Name;

/** The unset value of an enum is the same as no value (proto3). */
export function specified<Name extends string>(sent: Name | undefined): Specified<Name> | undefined {
  return sent?.endsWith('_UNSPECIFIED') ? undefined : (sent as Specified<Name> | undefined);
}
