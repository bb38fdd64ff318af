/** What a server can do, which decides how changes are made and which people make by hand. */
export interface Target {
  /** Rename, pause, regions, IDFA and priority of a group can be changed. */
  readonly groupMembers: boolean;
  readonly archive: boolean;
  /** Writes can be tried. */
  readonly validateOnly: boolean;
  /** Groups have an ETag, and writes take If-Match. */
  readonly etag: boolean;
}

export const PUBLIC_TARGET: Target = {
  groupMembers: false,
  archive: false,
  validateOnly: false,
  etag: false,
};

interface DescribedMethod {
  readonly parameters?: Readonly<Record<string, unknown>>;
}

interface Described {
  readonly resources?: Readonly<Record<string, Described>>;
  readonly methods?: Readonly<Record<string, DescribedMethod>>;
  readonly schemas?: Readonly<Record<string, { readonly properties?: Readonly<Record<string, unknown>> }>>;
}

/** What the discovery document of a server offers beyond the public interface. */
export function targetOf(document: unknown): Target {
  const described = (document ?? {}) as Described;
  const { methods = {} } = described.resources?.accounts?.resources?.mediationGroups ?? {};
  const members = described.schemas?.MediationGroup?.properties ?? {};
  const can = (name: string, among: object = {}) => Object.hasOwn(among, name);
  return {
    groupMembers: can('priority', members),
    archive: can('archive', methods),
    validateOnly: can('validateOnly', methods.patch?.parameters),
    etag: can('etag', members),
  };
}
