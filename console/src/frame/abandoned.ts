/** The request is not sent: the person closed the dialog for the password or sign-in, or is no longer signed in. */
export class Abandoned extends Error {}
