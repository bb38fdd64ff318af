import { lastSegment } from '../../conventions/last-segment.ts';

/** The part of JSON Schema that our documents use. */
export interface SchemaPart {
  readonly $ref?: string;
  readonly type?: string;
  readonly description?: string;
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly format?: string;
  readonly pattern?: string;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly maxItems?: number;
  readonly items?: SchemaPart;
  readonly anyOf?: readonly SchemaPart[];
  readonly required?: readonly string[];
  readonly properties?: Readonly<Record<string, SchemaPart>>;
}

export interface Parameter {
  readonly name: string;
  readonly in: string;
  readonly required?: boolean;
  readonly description?: string;
  readonly schema: SchemaPart;
}

interface Body {
  readonly description?: string;
  readonly content?: Readonly<Record<string, { readonly schema: SchemaPart }>>;
}

export interface Operation {
  readonly operationId: string;
  readonly summary: string;
  readonly 'x-role'?: string;
  readonly parameters?: readonly (Parameter | { readonly $ref: string })[];
  readonly requestBody?: Body;
  readonly responses: Readonly<Record<string, Body>>;
}

/** An OpenAPI document as `openApi` makes it. */
export interface ApiDocument {
  readonly info: { readonly title: string; readonly version: string };
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: {
    readonly schemas: Readonly<Record<string, SchemaPart>>;
    readonly parameters?: Readonly<Record<string, Parameter>>;
  };
}

export const schemaOf = ({ content }: Body): SchemaPart | undefined => content?.['application/json']?.schema;

export const parametersOf = (document: ApiDocument, { parameters = [] }: Operation): readonly Parameter[] =>
  parameters.flatMap((one) =>
    '$ref' in one ? (document.components.parameters?.[lastSegment(one.$ref)] ?? []) : one,
  );
