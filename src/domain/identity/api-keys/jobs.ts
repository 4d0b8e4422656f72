declare module '../../kernel/jobs.ts' {
  interface Jobs {
    /** Tells an owner what happened to the API keys of somebody who is no longer staff. */
    mail_keys_of_member: {
      organisation_id: string;
      user_id: string;
      maker_id: string;
      what: 'revoked' | 'taken_over';
      /** The first of the keys, in the order of their listing. */
      key_ids: string[];
      count: number;
    };
  }
}

export {};
