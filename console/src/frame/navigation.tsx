import {
  type LinkProps,
  Link as RouterLink,
  useParams,
  useNavigate as useRouterNavigate,
} from '@tanstack/react-router';
import type { AnchorHTMLAttributes } from 'react';

/** A place in a console. Tables make most routes, so the types of the router know none of them. */
interface Place {
  readonly to: string;
  readonly params?: Readonly<Record<string, string | undefined>>;
  /** `true` keeps what the address has. */
  readonly search?: object | true | undefined;
  /** Kept with the entry of the browser's history, in no address. */
  readonly state?: object;
  readonly replace?: boolean;
  /** Leaves without the question about unsaved changes. */
  readonly ignoreBlocker?: boolean;
}

type Attributes = Omit<AnchorHTMLAttributes<HTMLAnchorElement>, 'href'> &
  Pick<LinkProps, 'activeOptions' | 'activeProps'>;

export function Link(props: Place & Attributes) {
  return <RouterLink {...(props as LinkProps)} />;
}

export function useNavigate(): (place: Place) => Promise<void> {
  const navigate = useRouterNavigate();
  return (place) => navigate(place as object);
}

/** The part of the address that the route names, such as an id. */
export function useAddressPart(name: string): string {
  const parts: Readonly<Record<string, string | undefined>> = useParams({ strict: false });
  return parts[name] ?? '';
}
