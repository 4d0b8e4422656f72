/* Made by `make generate` from openapi.json. Do not edit. */
export interface paths {
    "/api/v1/agent/whoami/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Who am I
         * @description The organisation the key belongs to, the key's name, and its effective scope for every resource. Any valid key may ask.
         */
        get: operations["getAgentIdentity"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/agent/courses/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List courses
         * @description The organisation's courses, one page at a time, newest first unless `ordering` says otherwise. A parameter out of range is taken as the nearest allowed value, an unknown `ordering` as the default, an unknown parameter is ignored. A filter value that no course has gives an empty list.
         */
        get: operations["listAgentCourses"];
        put?: never;
        /**
         * Create a course
         * @description Only `title` is required; what is left out takes its default. Subject to the plan's course limit: 403 with code `course_limit`, also when many are created at once.
         */
        post: operations["createAgentCourse"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/agent/courses/{id}/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a course
         * @description The course with every field.
         */
        get: operations["getAgentCourse"];
        /**
         * Replace a course
         * @description Every writable field takes the sent value, or its default where it is left out; a slug left out is made from the title again.
         */
        put: operations["replaceAgentCourse"];
        post?: never;
        /**
         * Delete a course
         * @description Deletes the course with its chapters and lessons. Where learners have enrolled, their history is kept inside, but the course is gone from every list and its slug is free again.
         */
        delete: operations["deleteAgentCourse"];
        options?: never;
        head?: never;
        /**
         * Update a course
         * @description Changes only what is sent. Rules between fields are checked on the result.
         */
        patch: operations["updateAgentCourse"];
        trace?: never;
    };
    "/api/v1/agent/courses/{course_pk}/chapters/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List chapters
         * @description The course's chapters in their order.
         */
        get: operations["listAgentChapters"];
        put?: never;
        /**
         * Create a chapter
         * @description At `position`, moving the chapters from there on; without it, last. A course has at most 500 chapters.
         */
        post: operations["createAgentChapter"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/agent/courses/{course_pk}/chapters/{id}/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a chapter
         * @description The chapter with every field.
         */
        get: operations["getAgentChapter"];
        /**
         * Replace a chapter
         * @description Every writable field takes the sent value, or its default where it is left out; a position left out stays.
         */
        put: operations["replaceAgentChapter"];
        post?: never;
        /**
         * Delete a chapter
         * @description Deletes the chapter with its lessons; the chapters after it move up.
         */
        delete: operations["deleteAgentChapter"];
        options?: never;
        head?: never;
        /**
         * Update a chapter
         * @description Changes only what is sent; a new `position` moves the chapter and the others between.
         */
        patch: operations["updateAgentChapter"];
        trace?: never;
    };
    "/api/v1/agent/courses/{course_pk}/chapters/{chapter_pk}/lessons/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List lessons
         * @description The chapter's lessons in their order, without their content.
         */
        get: operations["listAgentLessons"];
        put?: never;
        /**
         * Create a lesson
         * @description At `position`, moving the lessons from there on; without it, last. `content` is checked by the rules of its `content_type`; each fault names its field inside `content`. A chapter has at most 2,000 lessons.
         */
        post: operations["createAgentLesson"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/agent/courses/{course_pk}/chapters/{chapter_pk}/lessons/{id}/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a lesson
         * @description The lesson with its content and its `updated_at`, which the next PATCH sends back.
         */
        get: operations["getAgentLesson"];
        put?: never;
        post?: never;
        /**
         * Delete a lesson
         * @description Deletes the lesson; the lessons after it move up.
         */
        delete: operations["deleteAgentLesson"];
        options?: never;
        head?: never;
        /**
         * Update a lesson
         * @description Changes only what is sent. `updated_at` must be the one last read: left out it is 400, stale it is 409 with the current lesson, whose `updated_at` is the next token. Of several writers with one token exactly one succeeds. A new `position` moves the lesson.
         */
        patch: operations["updateAgentLesson"];
        trace?: never;
    };
    "/api/v1/agent/org-settings/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get organisation settings
         * @description The settings of the organisation the key belongs to.
         */
        get: operations["getAgentOrgSettings"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Update organisation settings
         * @description Changes only what is sent; a member that the read does not return is ignored.
         */
        patch: operations["updateAgentOrgSettings"];
        trace?: never;
    };
    "/api/v1/auth/signup/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Sign up
         * @description Makes an account and sends a mail to verify its address. An address that has an account already gets a mail that says so; the answer is the same. The mail is in the name of the organisation of the request, where there is one; that to a known address only where its account is a member. A join code makes the user a learner of its organisation when the address is verified, unless that organisation's plan allows no more learners then. At most twenty codes an hour from each network address.
         */
        post: operations["signUp"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/auth/verify-email/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Verify an e-mail address
         * @description Marks the address as verified. A wrong, used or expired token is 400 on `token` with code `invalid`. Verifying the address of a creator verifies the organisations they made. A user who signed up with a join code becomes a learner of its organisation, if its plan has room.
         */
        post: operations["verifyEmail"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/auth/resend-verification/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send the verification mail again
         * @description Sends a new token and ends the old one. At most five an hour for each address. The mail is in the name of the organisation of the request, where there is one.
         */
        post: operations["resendVerification"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/auth/login/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Sign in
         * @description Starts a session under a new id. Where the user has a second factor, the session is half signed in until it is given; a code is sent at once where that factor is e-mail or SMS. Failures are limited for each account and address together and for each address, so that a stranger elsewhere cannot lock the user out.
         */
        post: operations["logIn"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/auth/login/mfa/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Finish signing in with a sent code
         * @description The code sent by e-mail or SMS. After five wrong ones the code is dead. At most ten tries in 15 minutes for one user from one address, and a hundred an hour for one user.
         */
        post: operations["logInWithCode"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/auth/login/mfa/resend/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send the sign-in code again
         * @description Sends a new code and ends the old one. At most five an hour.
         */
        post: operations["resendLogInCode"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/auth/login/totp/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Finish signing in with an authenticator
         * @description The code of the authenticator (RFC 6238, 30 seconds, one step early or late; a step works once) or a backup code, which works once. At most ten tries in 15 minutes for one user from one address, and a hundred an hour for one user.
         */
        post: operations["logInWithTotp"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/auth/password-change/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Change the password
         * @description Needs the old one; a wrong one is 400 on `current_password` with code `invalid`. Ends all other sessions of the user.
         */
        post: operations["changePassword"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/auth/password-reset/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Ask for a password reset
         * @description Sends a mail with a token, if the address has an account. At most five an hour for each address. The mail is in the name of the organisation of the request where the account is a member of it, else in the name of the service.
         */
        post: operations["requestPasswordReset"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/auth/password-reset-confirm/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Set a new password with a token
         * @description A wrong, used or expired token is 400 on `token` with code `invalid`. Ends all sessions of the user; the new one must be signed in to.
         */
        post: operations["confirmPasswordReset"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/auth/token/refresh/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Go on under a new session id
         * @description The session goes on under a new id; the old one ends.
         */
        post: operations["refreshSession"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/me/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the current user
         * @description Who is signed in, with their organisations.
         */
        get: operations["getMe"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Update the current user
         * @description Changes only what is sent. A second factor by e-mail needs a verified address, one by SMS a phone number (400 on `second_factor`, code `not_allowed`). A join code makes the user a learner of its organisation; who is a member already stays what they are. An organisation whose plan allows no more learners: 403 with code `learner_limit`. At most twenty codes an hour.
         */
        patch: operations["updateMe"];
        trace?: never;
    };
    "/api/v1/me/totp/enable/start/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Start enabling an authenticator
         * @description Makes a secret, in place of one that was started and not confirmed. Enabled already: 409 with code `totp_enabled`.
         */
        post: operations["startTotp"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/me/totp/enable/confirm/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Enable the authenticator
         * @description Needs a code of it, so that a mistyped secret locks nobody out; a wrong one is 400 on `code` with code `invalid`. Not started: 409 with code `totp_not_started`. Answers ten backup codes. Ends all other sessions.
         */
        post: operations["confirmTotp"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/me/totp/disable/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Disable the authenticator
         * @description Needs the password or a code: neither is 400 on `body` with code `required`, a wrong one 400 on its field with code `invalid`. Its backup codes end. Disabled already: 204.
         */
        post: operations["disableTotp"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/me/totp/backup-codes/regenerate/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Make new backup codes
         * @description Needs the password or a code: neither is 400 on `body` with code `required`, a wrong one 400 on its field with code `invalid`. The old ones end. No authenticator: 409 with code `totp_not_enabled`.
         */
        post: operations["regenerateBackupCodes"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/tenants/api-keys/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List API keys
         * @description Keys that are not revoked, newest first, without their secrets.
         */
        get: operations["listApiKeys"];
        put?: never;
        /**
         * Create an API key
         * @description Shows the secret once. A name that another key has: 409 with code `api_key_name_taken`. The plan's key limit: 403 with code `api_key_limit`, also when several are made at once.
         */
        post: operations["createApiKey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/tenants/api-keys/{id}/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Revoke an API key
         * @description It is refused from the next request on, and does not come back. Its row stays for the audit log.
         */
        delete: operations["deleteApiKey"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/tenants/api-keys/{id}/scopes/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Replace the scopes of an API key
         * @description The scopes are replaced whole, from the next request of the key on.
         */
        put: operations["replaceApiKeyScopes"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/tenants/setup/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Set up an organisation
         * @description Makes the organisation on the free plan, with the user as its owner; it becomes the current one of the session. It is verified if the user has verified their e-mail address, else as soon as they do. A user owns at most ten: 409 with code `organisation_limit`.
         */
        post: operations["setUpOrganisation"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/tenants/config/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the organisation's configuration
         * @description What the web application shows and needs, for its members.
         */
        get: operations["getTenantConfig"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/tenants/subdomain/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the subdomain
         * @description The organisation's name in addresses.
         */
        get: operations["getSubdomain"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Change the subdomain
         * @description The old name is free for others at once. Taken or reserved: 400.
         */
        patch: operations["updateSubdomain"];
        trace?: never;
    };
    "/api/v1/audit-log/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List changes
         * @description Every change in the organisation, newest first, without secrets.
         */
        get: operations["listAuditLog"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/billing/plans/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List plans
         * @description The plans of the service, smallest first.
         */
        get: operations["listPlans"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/billing/subscription/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the subscription
         * @description The organisation's plan and whether it is active. None: 404.
         */
        get: operations["getPlatformSubscription"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/currencies/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List currencies
         * @description All currencies in use (ISO 4217). Cacheable for a day.
         */
        get: operations["listCurrencies"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/timezones/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List time zones
         * @description All IANA time zones with their offset now. Cacheable for five minutes.
         */
        get: operations["listTimeZones"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/auth/oauth-login/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Sign in with a provider
         * @description OpenID Connect with PKCE (RFC 7636), state and nonce, in two calls from one browser. The first names the provider and is answered with the address to send the browser to; the provider sends it back to `/oauth/callback` of the web application, which passes that address on in the second call, within ten minutes and once. A person whom the provider knows by the same subject signs in to the same account; else the account with the same e-mail address is linked, if the provider has verified the address; else an account is made. An account whose own address was never verified loses its password, its phone number, its second factor, its API keys and its sessions when it is linked: whoever set them need not be the owner. A second factor of the account is asked for as ever. Another browser, a changed or used state, a wrong nonce or a refusal by the provider: 401 with code `provider_refused`. An address that the provider has not verified: 401 with code `provider_email_unverified`. A provider that does not answer: 503 with code `provider_unreachable`.
         */
        post: operations["logInWithProvider"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/auth/password-reset/card/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Set a new password with a credentials card
         * @description For learners who were given a printed card by who runs their organisation. A wrong, used or expired code is 400 on `card_code` with code `invalid`, and so is one of a learner who has left that organisation or joined another. Ends all sessions of the user; the new password must be signed in with. At most twenty tries an hour from one address.
         */
        post: operations["resetPasswordWithCard"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/auth/phone/send/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send a code to a phone
         * @description A six-digit code by SMS, valid for ten minutes; it ends the one before. With `sign_in` it is sent only where an account has the number; the answer is the same. Nor is it sent where the account's second factor is a code by SMS and its e-mail address is not verified: one phone is one factor. At most five an hour to one number and twenty from one address.
         */
        post: operations["sendPhoneCode"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/auth/phone/verify/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Use a code sent to a phone
         * @description With `sign_in` it signs in. An account with a second factor must give that too; where that factor is SMS, a code by e-mail takes its place, as one phone is one factor. After five wrong codes the code is dead. Wrong, used or expired: 401 with code `invalid_code`. At most ten tries in 15 minutes for one number from one address.
         */
        post: operations["verifyPhoneCode"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/me/phone/attach/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Attach a phone number
         * @description Attaches the number that the token proves. A wrong, used or expired token is 400 on `phone_token` with code `invalid`. The account has a number: 409 with code `phone_attached`; change it instead. Another account has this number: 409 with code `phone_taken`. A mail tells the user.
         */
        post: operations["attachPhone"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/me/phone/change/start/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Start changing the phone number
         * @description Needs the password or a code of the authenticator: neither is 400 on `body` with code `required`, a wrong one 400 on its field with code `invalid`. Sends a code to the new number, which ends the one before. No number attached: 409 with code `phone_not_attached`. At most five an hour.
         */
        post: operations["startPhoneChange"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/me/phone/change/confirm/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Confirm the new phone number
         * @description Needs the code sent to the new number; a wrong, used or expired one is 400 on `code` with code `invalid`. Another account has the number: 409 with code `phone_taken`. A mail tells the user of the change.
         */
        post: operations["confirmPhoneChange"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/me/data-export/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List data exports
         * @description The user's own exports, newest first.
         */
        get: operations["listDataExports"];
        put?: never;
        /**
         * Ask for a data export
         * @description Gathers what the service holds of the user into a zip of JSON files, in the background; a mail tells when it is ready. One at a time: 409 with code `export_under_way`. At most five a day.
         */
        post: operations["requestDataExport"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/me/data-export/{export_id}/download/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Download a data export
         * @description The zip, for its owner alone. An export that is not ready or has expired: 409 with code `export_not_ready`.
         */
        get: operations["downloadDataExport"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/me/delete/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Delete the account
         * @description Needs the password or a code of the authenticator: neither is 400 on `body` with code `required`, a wrong one 400 on its field with code `invalid`. Ends all sessions. The account is erased after 14 days; signing in before that keeps it. What others need (grades, orders, changes in the audit log) stays without name or address; everything else goes, and organisations that nobody else runs go with it. The only owner of an organisation with learners is refused with 409 and code `owner_of_learners`, naming the organisations: hand them over first.
         */
        post: operations["deleteMe"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/tenants/branding/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Change the branding
         * @description Colours of the web application and of mails. Changes only what is sent.
         */
        patch: operations["updateBranding"];
        trace?: never;
    };
    "/api/v1/tenants/logo/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Upload the logo
         * @description Takes the place of the one before. It is turned upright, cut to at most 512 by 512 pixels and stored as WebP without its metadata, at a public address that changes with its content.
         */
        post: operations["uploadLogo"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/tenants/domain/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the custom domain
         * @description The domain with its state and the records it needs. None: 404.
         */
        get: operations["getCustomDomain"];
        put?: never;
        /**
         * Claim a custom domain
         * @description Takes the place of the organisation's domain before. The claim ends unless the TXT record proves it within seven days. Several organisations may claim one domain; the first that proves it has it. Claiming the same domain again begins the seven days again and keeps its records; one that the organisation has proved stays as it is. A domain that another organisation has proved: 409 with code `domain_taken`. A name that is no host name, or is too long for its TXT record, is 400 with code `format`, a bare registrable domain or public suffix 400 with code `apex` (a CNAME cannot stand there), one of the service itself 400 with code `reserved`.
         */
        post: operations["claimCustomDomain"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/tenants/domain/check/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Check the custom domain
         * @description Asks DNS for the records now, which else happens every hour. A proved domain stays the organisation's while its TXT record is there: gone, it must be back within three days (`claim_expires_at`), while the domain goes on working. A claim that has run out is `failed`, and is not asked for again until it is claimed again. None claimed: 404. At most ten in ten minutes for each organisation.
         */
        post: operations["checkCustomDomain"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/tenants/join-code/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the join code
         * @description Made when it is first asked for.
         */
        get: operations["getJoinCode"];
        put?: never;
        /**
         * Make a new join code
         * @description Ends the old one; who joined by it stays.
         */
        post: operations["rotateJoinCode"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/tenants/onboarding/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the onboarding steps
         * @description Told from what the organisation has: a step is done when what it asks for is there.
         */
        get: operations["getOnboarding"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/tenants/onboarding/skip/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Skip onboarding
         * @description One step, or all that are left. A step that is done is not skipped.
         */
        post: operations["skipOnboarding"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/cookie-consent/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the cookie consent
         * @description For a signed-in user their own last decision from whichever browser, else what was decided in this browser while nobody was signed in; for everyone else this browser's last decision. A newer version of the policy asks again.
         */
        get: operations["getCookieConsent"];
        put?: never;
        /**
         * Give or refuse cookie consent
         * @description Each decision is kept with its time and the version of the policy, as proof, for three years; the last one counts. The browser is known again by a cookie `lms_visitor` (`__Host-lms_visitor` under https), for a year from the last decision. Reading sets no cookie.
         */
        post: operations["giveCookieConsent"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/legal/consent/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the legal consent
         * @description Every policy with its version in force and what the user accepted.
         */
        get: operations["getLegalConsent"];
        put?: never;
        /**
         * Accept policies
         * @description Kept with time and address, and never changed. A version that is no longer, or not yet, in force: 409 with code `policy_version`; nothing is stored then. Accepting again changes nothing: the first time stays.
         */
        post: operations["giveLegalConsent"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/notifications/org-settings/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the organisation's notification settings
         * @description For every event whether the organisation sends it, and the name and address its mails carry.
         */
        get: operations["getNotificationSettings"];
        /**
         * Replace the organisation's notification settings
         * @description What an organisation does not send, none of its members gets, whatever they prefer. At the start every event is sent by e-mail and none by SMS. Mails go to verified addresses alone. Mails that an account needs (verification, codes, resets) are always sent.
         */
        put: operations["replaceNotificationSettings"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/notifications/preferences/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the user's notification preferences
         * @description They hold in every organisation of the user. At the start every event is wanted by e-mail but `discussion_reply` and `submission_received`, which come in bursts, and none by SMS.
         */
        get: operations["getNotificationPreferences"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Update the user's notification preferences
         * @description Changes only what is sent. Mails that an account needs (verification, codes, resets) are always sent. SMS needs a proved phone number: 400 on `events.<n>.sms` with code `not_allowed`.
         */
        patch: operations["updateNotificationPreferences"];
        trace?: never;
    };
    "/api/v1/qa/signup-email/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Forget an account
         * @description Erases the account with this address and the organisations it made, so that a test can sign it up again. None: 404.
         */
        delete: operations["deleteSignUpEmail"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/qa/me/org-membership/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Leave the organisation
         * @description Ends the user's membership in the organisation of the request, whatever their role.
         */
        delete: operations["deleteOwnMembership"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/qa/me/org-verification/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Make the organisation unverified
         * @description Its API keys are refused with code `org_unverified` from then on.
         */
        delete: operations["deleteOrganisationVerification"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/qa/me/policy-acceptances/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Forget accepted policies
         * @description As though the user had accepted none.
         */
        delete: operations["deletePolicyAcceptances"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/qa/me/platform-subscription/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the subscription as it is stored
         * @description None: 404.
         */
        get: operations["getQaSubscription"];
        /**
         * Set the subscription
         * @description Any plan in any state, without a payment.
         */
        put: operations["replaceQaSubscription"];
        post?: never;
        /**
         * Remove the subscription
         * @description API keys are refused with code `subscription_inactive` from then on. None: 404.
         */
        delete: operations["deleteQaSubscription"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/qa/me/domain-claim/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Set the custom domain
         * @description In any state, without DNS. A domain that another organisation has proved: 409 with code `domain_taken`.
         */
        put: operations["replaceQaDomainClaim"];
        post?: never;
        /**
         * Remove the custom domain
         * @description None: 404.
         */
        delete: operations["deleteQaDomainClaim"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/courses/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List courses
         * @description The courses of the organisation, newest first unless told otherwise.
         */
        get: operations["listCourses"];
        put?: never;
        /**
         * Create a course
         * @description Slug, language and time zone left out come from the title and the organisation. The plan's course limit: 403 with code `course_limit`, also when many are made at once.
         */
        post: operations["createCourse"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/courses/recent/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List recent courses
         * @description Those the user opened in the studio, last first.
         */
        get: operations["listRecentCourses"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/courses/{id}/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a course
         * @description With its free-form parts.
         */
        get: operations["getCourse"];
        /**
         * Replace a course
         * @description Gives every writable field the value sent or its default.
         */
        put: operations["replaceCourse"];
        post?: never;
        /**
         * Delete a course
         * @description With its chapters and lessons. Where learners have enrolled it only leaves sight, so that their history stays.
         */
        delete: operations["deleteCourse"];
        options?: never;
        head?: never;
        /**
         * Update a course
         * @description Changes only what is sent.
         */
        patch: operations["updateCourse"];
        trace?: never;
    };
    "/api/v1/courses/{id}/touch/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Note that a course was opened
         * @description Puts it first among the user's recent courses.
         */
        post: operations["touchCourse"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/courses/{course_pk}/price/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the price
         * @description A new course is free.
         */
        get: operations["getPrice"];
        /**
         * Set the price
         * @description Holds for those who enrol from now on.
         */
        put: operations["replacePrice"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/courses/{course_pk}/preview-token/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Make a preview token
         * @description For showing a course that is not published yet, on another device or to someone else. It names the course and its end, signed; it cannot be taken back.
         */
        post: operations["createPreviewToken"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/courses/{course_pk}/curriculum/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the curriculum
         * @description All chapters with their counts, and one page of lessons in the order of the course. Who runs the organisation sees everything, unlocked; learners see what is published, with the reason why a lesson is locked: the first of these that holds. `unpublished`: the course went back to draft. `not_enrolled`. `expired`: the enrolment has expired or was revoked. `previous_chapter`: the chapter requires the one before it, which is the nearest that is published and has lessons, and not all of its published lessons are completed. `not_yet_open` and `closed`: by the schedule of the lesson, and before a course that runs between dates begins. `view_window_over`. `previous_lesson`: the published lesson before it is not completed, in a chapter whose lessons are sequential. Free previews are open to whoever may know of the course, and completed lessons stay open while the enrolment lasts. Where the schedule counts from the first access, it is judged before as though that were now; where it counts from a start that is not set, what opens on a day is not open yet. A course that a member may not know of (a draft, archived, or private, without an enrolment) is 404.
         */
        get: operations["getCurriculum"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/courses/{course_pk}/phone-preview/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the preview of a course
         * @description What someone would see who enrolled now, of a course that may not be published yet, for whoever has a preview token: its published chapters and lessons. A wrong or expired token: 404.
         */
        get: operations["getPhonePreview"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/courses/{course_pk}/chapters/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List chapters
         * @description In their order.
         */
        get: operations["listChapters"];
        put?: never;
        /**
         * Create a chapter
         * @description At `position`, moving those from there on, or last.
         */
        post: operations["createChapter"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/courses/{course_pk}/chapters/reorder/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Reorder chapters
         * @description Takes the complete list, or refuses it whole.
         */
        post: operations["reorderChapters"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/courses/{course_pk}/chapters/{id}/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a chapter
         * @description One chapter.
         */
        get: operations["getChapter"];
        put?: never;
        post?: never;
        /**
         * Delete a chapter
         * @description With its lessons; those after it move up.
         */
        delete: operations["deleteChapter"];
        options?: never;
        head?: never;
        /**
         * Update a chapter
         * @description Changes only what is sent.
         */
        patch: operations["updateChapter"];
        trace?: never;
    };
    "/api/v1/courses/{course_pk}/chapters/{id}/duplicate/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Duplicate a chapter
         * @description Right after the original, unpublished, with copies of its lessons: everything a creator made, nothing a learner did. ` (copy)` is added to its title, which is cut where both are longer than 200 characters. The lessons keep their titles and whether they are published, so that publishing the copy shows what the original shows. A full course: 400 with code `too_many`.
         */
        post: operations["duplicateChapter"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/courses/{course_pk}/chapters/{id}/publish/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Publish a chapter
         * @description Tells what learners see by it, once the course is published. A lesson that is published already keeps its `updated_at`.
         */
        post: operations["publishChapter"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/courses/{course_pk}/chapters/{chapter_pk}/lessons/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List lessons
         * @description In their order, without their content.
         */
        get: operations["listLessons"];
        put?: never;
        /**
         * Create a lesson
         * @description At `position`, moving those from there on, or last. Content is held to the rules of its type, as on the agent surface.
         */
        post: operations["createLesson"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/courses/{course_pk}/chapters/{chapter_pk}/lessons/reorder/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Reorder lessons
         * @description Takes the complete list, or refuses it whole.
         */
        post: operations["reorderLessons"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/courses/{course_pk}/chapters/{chapter_pk}/lessons/{id}/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a lesson
         * @description For a learner this is opening it: the first opening starts the view window, and `document` and `embed` lessons are completed by it. A locked one is answered without content and with its `lock_reason`. What learners do not see at all (unpublished, of another's private course) is 404.
         */
        get: operations["getLesson"];
        put?: never;
        post?: never;
        /**
         * Delete a lesson
         * @description Those after it move up.
         */
        delete: operations["deleteLesson"];
        options?: never;
        head?: never;
        /**
         * Update a lesson
         * @description Changes only what is sent, if `updated_at` is still what was read; else 409 with the lesson as it is now.
         */
        patch: operations["updateLesson"];
        trace?: never;
    };
    "/api/v1/courses/{course_pk}/chapters/{chapter_pk}/lessons/{id}/duplicate/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Duplicate a lesson
         * @description Right after the original, unpublished: everything a creator made, nothing a learner did. ` (copy)` is added to its title, which is cut where both are longer than 200 characters. A full chapter: 400 with code `too_many`.
         */
        post: operations["duplicateLesson"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/courses/{course_pk}/lessons/{lesson_pk}/move/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Move a lesson
         * @description To a place in the same or another chapter, if `updated_at` is still what was read. What learners did stays with it. A full chapter: 400 with code `too_many`.
         */
        post: operations["moveLesson"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/courses/{course_pk}/lessons/{lesson_pk}/schedule/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Change when a lesson opens
         * @description By the rules of the lesson, without naming its chapter.
         */
        patch: operations["updateLessonSchedule"];
        trace?: never;
    };
    "/api/v1/courses/{course_pk}/schedule/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the schedule
         * @description Every lesson's offsets, and the moments they come to for a given day 0. A wall time that a clock change leaves out is the moment of the change; one that comes twice is the first.
         */
        get: operations["getCourseSchedule"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/courses/{course_pk}/schedule/shift/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Shift the schedule
         * @description All or nothing. A course with a `start_date` is moved with its `end_date`, and so are the starts and ends of its cohorts that have not begun; lesson offsets count from there and stay. In a course without one, `days` is added to every offset (400 on `days` with code `out_of_range` where one would leave 0 to 3650), and `start_date` sets the first day. A lesson that would close before it opens, and a date outside the years 1900 to 2199, are `out_of_range` too. Cohorts have not begun while `starts_on` is after today in the course's time zone. Both or neither: 400 on `body` with code `required`.
         */
        post: operations["shiftCourseSchedule"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/courses/{course_pk}/chapters/{chapter_pk}/lessons/{id}/progress/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the progress in a lesson
         * @description The user's own. A lesson is completed: `video` when 90 % was played, `quiz` when passed, `assignment` when handed in, `lesson` when reported read after it was opened, `document` and `embed` when opened. It stays completed. Not enrolled: 403 with code `not_enrolled`.
         */
        get: operations["getLessonProgress"];
        put?: never;
        /**
         * Report progress in a lesson
         * @description A lesson is completed: `video` when 90 % was played, `quiz` when passed, `assignment` when handed in, `lesson` when reported read after it was opened, `document` and `embed` when opened. It stays completed. `read` before the lesson was opened is 400 with code `not_opened`. An assignment handed in again as it was the last time is that submission. Quizzes are scored by the service with partial credit, rounded half up to hundredths of a point for each question: `single`, `true_false`, `short_text` (trimmed, white space folded, Unicode NFC) and `numeric` all or nothing; `multiple` the right choices less the wrong ones, not below nothing, as a share of the right ones; `matching` the share of right pairs; `ordering` the share of items in their right place; an `essay` that was written waits for a person. An attempt whose time ran out is scored with what was answered until then; it can be handed in for ten seconds more, for what is under way; `quiz_started` while an attempt runs answers that attempt, none left is 409 with code `no_attempts_left`; answering an attempt that was handed in or whose time is over is 409 with code `attempt_over`, except that the same submission again is answered as before. A locked lesson: 403 with code `lesson_locked`; not enrolled: 403 with code `not_enrolled`.
         */
        post: operations["recordLessonProgress"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/courses/{course_pk}/landing/copy/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Suggest texts
         * @description Has texts written from what the course holds, by the language model that the service is set up with. Nothing is stored. Not set up: 503 with code `ai_not_configured`; it does not answer or answers nonsense: 503 with code `ai_unavailable`. At most 20 an hour for each organisation.
         */
        post: operations["suggestLandingCopy"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/courses/{course_pk}/landing/hero/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List hero images
         * @description Of the course, newest first.
         */
        get: operations["listHeroImages"];
        put?: never;
        /**
         * Have a hero image drawn
         * @description By the model that the service is set up with. Not set up: 503 with code `ai_not_configured`; it does not answer or answers nonsense: 503 with code `ai_unavailable`. At most 20 an hour for each organisation. A course has at most 20: 409 with code `hero_limit`.
         */
        post: operations["generateHeroImage"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/courses/{course_pk}/landing/hero/import/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Import a hero image
         * @description Fetches the picture once, following at most three redirects, at most 10 MiB within 15 seconds. An address that cannot be fetched, or leads into a private network, is 400 on `url` with code `unreachable`; another content 400 with code `not_an_image`, more than 50 million pixels with `too_large`. A course has at most 20: 409 with code `hero_limit`.
         */
        post: operations["importHeroImage"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/courses/{course_pk}/landing/hero/upload/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Upload a hero image
         * @description It is turned upright, cut to at most 2400 by 1350 pixels and stored as WebP without its metadata. A course has at most 20: 409 with code `hero_limit`.
         */
        post: operations["uploadHeroImage"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/courses/{course_pk}/landing/hero/{id}/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Delete a hero image
         * @description The selected one leaves the page without a picture.
         */
        delete: operations["deleteHeroImage"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/courses/{course_pk}/landing/hero/{id}/select/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Show a hero image
         * @description In place of the one shown before.
         */
        post: operations["selectHeroImage"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/courses/{course_pk}/enroll/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Enrol
         * @description Without a user: oneself, into a published course that is free and not private; whoever is not a member of the organisation becomes a learner of it. With `preview_token`: oneself, into any course, until the token's end. With `user_id` or `email`: a member, by who runs the organisation (else 403), into any course that is not archived; a member that is not there is 400 with code `unknown`. Enrolling twice is the same enrolment (200 instead of 201), to which an end or a cohort that was sent is applied; one that had expired or was revoked, or was a preview, begins again (201) and keeps its progress. A preview does not bring back an enrolment that is over: 403 with code `enrollment_over`. A course that costs: 403 with code `payment_required`. Not open for enrolment: 409 with code `enrollment_closed`. The plan's learner limit: 403 with code `learner_limit`. A full cohort: 409 with code `cohort_full`.
         */
        post: operations["enroll"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/courses/{course_pk}/learners/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List learners
         * @description Of the course, newest first unless told otherwise. Previews are left out.
         */
        get: operations["listLearners"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/courses/{course_pk}/learners/{enrollment_pk}/reset-password/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Reset a learner's password
         * @description Makes a credentials card for the learner, which ends an earlier one of this organisation; their password stays until they use it. Only for users who are learners of this organisation and of no other: others reset their own by e-mail (409 with code `not_only_here`).
         */
        post: operations["resetLearnerPassword"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/courses/{course_pk}/cohorts/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List cohorts
         * @description Newest first.
         */
        get: operations["listCohorts"];
        put?: never;
        /**
         * Create a cohort
         * @description A learner may be in several; the newest active one counts for their schedule.
         */
        post: operations["createCohort"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/courses/{course_pk}/cohorts/{cohort_pk}/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Delete a cohort
         * @description Only an empty one: with members it is 409 with code `cohort_not_empty`; archive it instead.
         */
        delete: operations["deleteCohort"];
        options?: never;
        head?: never;
        /**
         * Update a cohort
         * @description Changes only what is sent.
         */
        patch: operations["updateCohort"];
        trace?: never;
    };
    "/api/v1/courses/{course_pk}/cohorts/{cohort_pk}/members/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Change the members of a cohort
         * @description All or nothing. An enrolment that is not of this course is 400 on its field with code `unknown`; more than the seats is 409 with code `cohort_full`, also when several join at once.
         */
        post: operations["updateCohortMembers"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/me/discover/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Discover courses
         * @description Published courses of the organisation that are open to all, newest first. For members and for those who are not yet.
         */
        get: operations["discoverCourses"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/me/enrollments/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List own enrolments
         * @description In the organisation, last active first.
         */
        get: operations["listEnrollments"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/me/engagement/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get own engagement
         * @description In the organisation, by days of the user's time zone.
         */
        get: operations["getEngagement"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/me/courses/{course_pk}/access/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Open a course
         * @description Notes the first and the last time the learner opened it; the first is day 0 where the schedule counts from it. Not enrolled: 403 with code `not_enrolled`; expired or revoked: 403 with code `enrollment_over`.
         */
        post: operations["openCourse"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/me/courses/{course_pk}/progress/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get own progress in a course
         * @description With every chapter, and the first lesson that is open and not completed. Not enrolled: 403 with code `not_enrolled`.
         */
        get: operations["getCourseProgress"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/courses/{course_pk}/uploads/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Announce an upload
         * @description Answers where the bytes go; until it is complete or its hour is over, its size is held against the storage of the plan. No room: 403 with code `storage_limit`. Not enrolled: 403 with code `not_enrolled`. A learner has at most 50 that are not handed in: 409 with code `upload_limit`.
         */
        post: operations["createUpload"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/courses/{course_pk}/uploads/{object_pk}/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get an upload
         * @description For who announced it and who runs the organisation. A pending one has its target again, under a new address; a ready one where it can be read.
         */
        get: operations["getUpload"];
        put?: never;
        post?: never;
        /**
         * Delete an upload
         * @description With its bytes. In use by media, a document or a submission: 409 with code `upload_in_use`.
         */
        delete: operations["deleteUpload"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/courses/{course_pk}/uploads/{object_pk}/complete/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Complete an upload
         * @description Looks at what arrived: its size, its kind by its first bytes, and for viruses where a scanner is set up. Nothing there, or less than announced: 409 with code `upload_incomplete`, and the PUT can be repeated. Another kind than announced: it is `rejected`. Again: the same answer. The scanner does not answer: 503 with code `scanner_unavailable`. No room any more, after a smaller plan: 403 with code `storage_limit`.
         */
        post: operations["completeUpload"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/courses/{course_pk}/media/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Add media
         * @description From an upload; the same upload again is the same media.
         */
        post: operations["createMedia"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/courses/{course_pk}/media/{media_pk}/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Delete media
         * @description With its file. Named by a lesson: 409 with code `media_in_use`.
         */
        delete: operations["deleteMedia"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/courses/{course_pk}/documents/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Add a document
         * @description From an upload; the same upload again is the same document.
         */
        post: operations["createDocument"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/courses/{course_pk}/documents/external/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Add a document elsewhere
         * @description Only its address is stored.
         */
        post: operations["createExternalDocument"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/courses/{course_pk}/documents/{doc_pk}/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Delete a document
         * @description With its file. Named by a lesson: 409 with code `document_in_use`.
         */
        delete: operations["deleteDocument"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/storage/objects/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List stored files
         * @description Of the organisation, newest first unless told otherwise.
         */
        get: operations["listStorageObjects"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/storage/usage/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the storage usage
         * @description More than the limit (after a smaller plan) only refuses new uploads.
         */
        get: operations["getStorageUsage"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/qa/courses/{id}/purge/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Purge a course
         * @description Deletes it with everything learners did in it, also where it was deleted before.
         */
        delete: operations["purgeCourse"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/qa/me/lesson-attempts/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Forget own attempts
         * @description The user's progress, attempts and submissions in a lesson, as though they had never opened it.
         */
        delete: operations["deleteLessonAttempts"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/qa/me/storage-ballast/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Fill the storage
         * @description Counts so many bytes as stored, without storing any.
         */
        post: operations["createStorageBallast"];
        /**
         * Empty the storage again
         * @description Removes all ballast.
         */
        delete: operations["deleteStorageBallast"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/qa/me/storage-addon/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Remove storage add-ons
         * @description As though none had been bought.
         */
        delete: operations["deleteStorageAddon"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/integrations/webhooks/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List webhook endpoints
         * @description Newest first, without their secrets.
         */
        get: operations["listWebhookEndpoints"];
        put?: never;
        /**
         * Create a webhook endpoint
         * @description Shows the secret once, and sends the endpoint a `webhook.ping`, which counts as a redelivery. An organisation has at most 10: 409 with code `webhook_limit`.
         */
        post: operations["createWebhookEndpoint"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/integrations/webhooks/{id}/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a webhook endpoint
         * @description Without its secret.
         */
        get: operations["getWebhookEndpoint"];
        put?: never;
        post?: never;
        /**
         * Delete a webhook endpoint
         * @description With its deliveries; what waits is not sent.
         */
        delete: operations["deleteWebhookEndpoint"];
        options?: never;
        head?: never;
        /**
         * Update a webhook endpoint
         * @description Changes only what is sent. Enabled again, it starts without past failures; what was cancelled is not sent by itself.
         */
        patch: operations["updateWebhookEndpoint"];
        trace?: never;
    };
    "/api/v1/integrations/webhooks/{endpoint_id}/deliveries/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List webhook deliveries
         * @description Of the last 30 days, newest first, each with its attempts. A failed attempt is followed by the next after about 5 seconds, 5 and 30 minutes, 2, 5, 10, 14, 20 and 24 hours, or later where the endpoint says so by `Retry-After`; the tenth is the last.
         */
        get: operations["listWebhookDeliveries"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/integrations/webhooks/{endpoint_id}/deliveries/{delivery_id}/redeliver/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Redeliver a webhook delivery
         * @description Queues the same event once more, with the same `webhook-id` and payload, as a delivery of its own that is tried once. One that is pending is tried by itself: 409 with code `webhook_delivery_pending`. A disabled endpoint: 409 with code `webhook_disabled`. At most 100 an hour for each organisation, pings of new endpoints among them.
         */
        post: operations["redeliverWebhookDelivery"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export interface webhooks {
    "course.created": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * A course was made
         * @description On every path: by hand, by a key, as a copy. Sent after Standard Webhooks at least once, within 15 seconds; any 2xx takes it, 410 disables the endpoint, and all else is tried again ten times over three days.
         */
        post: operations["receiveCourseCreated"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "course.published": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * A course was published
         * @description It was not, and now is. Sent after Standard Webhooks at least once, within 15 seconds; any 2xx takes it, 410 disables the endpoint, and all else is tried again ten times over three days.
         */
        post: operations["receiveCoursePublished"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "course.unpublished": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * A course is no longer published
         * @description It is a draft again, or archived. Sent after Standard Webhooks at least once, within 15 seconds; any 2xx takes it, 410 disables the endpoint, and all else is tried again ten times over three days.
         */
        post: operations["receiveCourseUnpublished"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "course.deleted": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * A course was deleted
         * @description As it was. Sent after Standard Webhooks at least once, within 15 seconds; any 2xx takes it, 410 disables the endpoint, and all else is tried again ten times over three days.
         */
        post: operations["receiveCourseDeleted"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "member.joined": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Somebody became a member
         * @description By a join code, or by enrolling. Sent after Standard Webhooks at least once, within 15 seconds; any 2xx takes it, 410 disables the endpoint, and all else is tried again ten times over three days.
         */
        post: operations["receiveMemberJoined"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "enrollment.created": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * A learner enrolled
         * @description Or was enrolled, also again after an enrolment that was over. Previews are none. Sent after Standard Webhooks at least once, within 15 seconds; any 2xx takes it, 410 disables the endpoint, and all else is tried again ten times over three days.
         */
        post: operations["receiveEnrollmentCreated"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "enrollment.completed": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * A learner completed a course
         * @description All its published lessons; once for each enrolment. Not of previews. Sent after Standard Webhooks at least once, within 15 seconds; any 2xx takes it, 410 disables the endpoint, and all else is tried again ten times over three days.
         */
        post: operations["receiveEnrollmentCompleted"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "lesson.completed": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * A learner completed a lesson
         * @description Once for each learner and lesson. Not of previews. Sent after Standard Webhooks at least once, within 15 seconds; any 2xx takes it, 410 disables the endpoint, and all else is tried again ten times over three days.
         */
        post: operations["receiveLessonCompleted"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "quiz_attempt.finished": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * A learner finished an attempt at a quiz
         * @description Handed in, or scored because its time was over. Not of previews. Sent after Standard Webhooks at least once, within 15 seconds; any 2xx takes it, 410 disables the endpoint, and all else is tried again ten times over three days.
         */
        post: operations["receiveQuizAttemptFinished"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "submission.created": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * A learner handed in work
         * @description Each submission anew. Not of previews. Sent after Standard Webhooks at least once, within 15 seconds; any 2xx takes it, 410 disables the endpoint, and all else is tried again ten times over three days.
         */
        post: operations["receiveSubmissionCreated"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "webhook.ping": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * An endpoint is there
         * @description Sent to a new endpoint alone, whatever it asked for; redeliver it to try the endpoint again. Sent after Standard Webhooks at least once, within 15 seconds; any 2xx takes it, 410 disables the endpoint, and all else is tried again ten times over three days.
         */
        post: operations["receiveWebhookPing"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export interface components {
    schemas: {
        /** @description One page of courses. */
        CourseList: {
            /** @description How many there are on all pages. */
            count: number;
            /**
             * Format: uri
             * @description Address of the next page, null on the last.
             */
            next: string | null;
            /**
             * Format: uri
             * @description Address of the page before, null on the first.
             */
            previous: string | null;
            /** @description In order. */
            results: components["schemas"]["CourseSummary"][];
        };
        /** @description A course. */
        Course: {
            /**
             * Format: uuid
             * @description UUIDv7.
             */
            id: string;
            /** @description The name learners see. Must hold more than white space. */
            title: string;
            /** @description The course's name in addresses, unique in the organisation. Left out: made from the title, with `-2`, `-3` ... where taken. Sent and taken by another course: 400 with code `taken`. */
            slug: string;
            /** @description Free-form: plain text or markdown, or a rich-text document as JSON. Stored as sent and never interpreted. At most 64 KiB as JSON. */
            description: string | {
                [key: string]: unknown;
            } | unknown[] | null;
            /**
             * Format: uri
             * @description Picture shown in lists.
             */
            thumbnail_url: string | null;
            /**
             * @description `draft`: only creators see it. `published`: open to learners by its visibility; `published_at` is set at the first publication. `archived`: closed to new learners.
             * @enum {string}
             */
            status: "draft" | "published" | "archived";
            /**
             * @description `public`: listed in discovery. `unlisted`: reached by its address only. `private`: by invitation or enrolment only.
             * @enum {string}
             */
            visibility: "public" | "unlisted" | "private";
            /**
             * @description How much the learner should know already.
             * @enum {string}
             */
            level: "all_levels" | "beginner" | "intermediate" | "advanced";
            /**
             * @description The school stage it is meant for.
             * @enum {string}
             */
            grade_level: "any" | "early_childhood" | "primary" | "lower_secondary" | "upper_secondary" | "higher_education" | "professional";
            /**
             * @description BCP 47 language tag, returned in canonical form. Default: the organisation's language.
             * @example en
             * @example pt-BR
             */
            language: string;
            /** @description Id in the catalogue of categories: 1 Arts and design, 2 Business, 3 Computing, 4 Engineering, 5 Health and medicine, 6 Humanities, 7 Languages, 8 Law, 9 Lifestyle, 10 Marketing, 11 Mathematics, 12 Music, 13 Natural sciences, 14 Personal development, 15 Social sciences, 16 Sport and fitness, 17 Teaching, 18 Vocational training. Another id: 400 with code `unknown`. */
            category: number | null;
            /** @description How long the whole course takes. */
            estimated_duration_minutes: number | null;
            /** @description Free-form blocks of the sales page, in order, as the page builder writes them. Stored as sent. At most 256 KiB as JSON. */
            sales_page_blocks: unknown[] | {
                [key: string]: unknown;
            } | null;
            /** @description Headline of the sales page; null shows the title. */
            landing_title: string | null;
            /** @description Title for search engines. */
            meta_title: string | null;
            /** @description Description for search engines. */
            meta_description: string | null;
            /**
             * Format: uri
             * @description Picture for shared links.
             */
            og_image_url: string | null;
            /**
             * @description IANA time zone in which the course's dates and times are read. Default: the organisation's time zone.
             * @example Europe/Berlin
             */
            timezone: string;
            /**
             * @description `open_ended`: access does not end. `duration`: access lasts `duration_days` from enrolment, which is then required. `dates`: the course runs from `start_date` to `end_date`, both required, start not after end.
             * @enum {string}
             */
            length_mode: "open_ended" | "duration" | "dates";
            /** @description Days of access. Only with `length_mode: duration`: sent with another mode it is refused, and changing the mode clears it. */
            duration_days: number | null;
            /**
             * Format: date
             * @description First day. Allowed in every length mode, required for `dates`. YYYY-MM-DD, years 1900 to 2199, local to the course's time zone.
             */
            start_date: string | null;
            /**
             * Format: date
             * @description Last day, included. Only with `length_mode: dates`: sent with another mode it is refused, and changing the mode clears it. YYYY-MM-DD, years 1900 to 2199, local to the course's time zone.
             */
            end_date: string | null;
            /**
             * @description What day 0 of lesson schedules is: the day of enrolment, the day the learner first opens the course, or the start of the course or of the cohort.
             * @enum {string}
             */
            schedule_basis: "enrollment" | "first_access" | "course_start";
            /** @description Chapters in the course. */
            chapter_count: number;
            /** @description Lessons in all its chapters. */
            lesson_count: number;
            /** @description Learners ever enrolled. */
            enrollment_count: number;
            /**
             * Format: date-time
             * @description When it was first published, null before.
             */
            published_at: string | null;
            /**
             * Format: date-time
             * @description When it was made.
             */
            created_at: string;
            /**
             * Format: date-time
             * @description When it last changed.
             */
            updated_at: string;
        };
        /** @description A course in a list: a Course without its free-form description and sales page. */
        CourseSummary: {
            /**
             * Format: uuid
             * @description UUIDv7.
             */
            id: string;
            /** @description The name learners see. Must hold more than white space. */
            title: string;
            /** @description The course's name in addresses, unique in the organisation. Left out: made from the title, with `-2`, `-3` ... where taken. Sent and taken by another course: 400 with code `taken`. */
            slug: string;
            /**
             * Format: uri
             * @description Picture shown in lists.
             */
            thumbnail_url: string | null;
            /**
             * @description `draft`: only creators see it. `published`: open to learners by its visibility; `published_at` is set at the first publication. `archived`: closed to new learners.
             * @enum {string}
             */
            status: "draft" | "published" | "archived";
            /**
             * @description `public`: listed in discovery. `unlisted`: reached by its address only. `private`: by invitation or enrolment only.
             * @enum {string}
             */
            visibility: "public" | "unlisted" | "private";
            /**
             * @description How much the learner should know already.
             * @enum {string}
             */
            level: "all_levels" | "beginner" | "intermediate" | "advanced";
            /**
             * @description The school stage it is meant for.
             * @enum {string}
             */
            grade_level: "any" | "early_childhood" | "primary" | "lower_secondary" | "upper_secondary" | "higher_education" | "professional";
            /**
             * @description BCP 47 language tag, returned in canonical form. Default: the organisation's language.
             * @example en
             * @example pt-BR
             */
            language: string;
            /** @description Id in the catalogue of categories: 1 Arts and design, 2 Business, 3 Computing, 4 Engineering, 5 Health and medicine, 6 Humanities, 7 Languages, 8 Law, 9 Lifestyle, 10 Marketing, 11 Mathematics, 12 Music, 13 Natural sciences, 14 Personal development, 15 Social sciences, 16 Sport and fitness, 17 Teaching, 18 Vocational training. Another id: 400 with code `unknown`. */
            category: number | null;
            /** @description How long the whole course takes. */
            estimated_duration_minutes: number | null;
            /** @description Headline of the sales page; null shows the title. */
            landing_title: string | null;
            /** @description Title for search engines. */
            meta_title: string | null;
            /** @description Description for search engines. */
            meta_description: string | null;
            /**
             * Format: uri
             * @description Picture for shared links.
             */
            og_image_url: string | null;
            /**
             * @description IANA time zone in which the course's dates and times are read. Default: the organisation's time zone.
             * @example Europe/Berlin
             */
            timezone: string;
            /**
             * @description `open_ended`: access does not end. `duration`: access lasts `duration_days` from enrolment, which is then required. `dates`: the course runs from `start_date` to `end_date`, both required, start not after end.
             * @enum {string}
             */
            length_mode: "open_ended" | "duration" | "dates";
            /** @description Days of access. Only with `length_mode: duration`: sent with another mode it is refused, and changing the mode clears it. */
            duration_days: number | null;
            /**
             * Format: date
             * @description First day. Allowed in every length mode, required for `dates`. YYYY-MM-DD, years 1900 to 2199, local to the course's time zone.
             */
            start_date: string | null;
            /**
             * Format: date
             * @description Last day, included. Only with `length_mode: dates`: sent with another mode it is refused, and changing the mode clears it. YYYY-MM-DD, years 1900 to 2199, local to the course's time zone.
             */
            end_date: string | null;
            /**
             * @description What day 0 of lesson schedules is: the day of enrolment, the day the learner first opens the course, or the start of the course or of the cohort.
             * @enum {string}
             */
            schedule_basis: "enrollment" | "first_access" | "course_start";
            /** @description Chapters in the course. */
            chapter_count: number;
            /** @description Lessons in all its chapters. */
            lesson_count: number;
            /** @description Learners ever enrolled. */
            enrollment_count: number;
            /**
             * Format: date-time
             * @description When it was first published, null before.
             */
            published_at: string | null;
            /**
             * Format: date-time
             * @description When it was made.
             */
            created_at: string;
            /**
             * Format: date-time
             * @description When it last changed.
             */
            updated_at: string;
        };
        /**
         * @description A course to make, or to replace another with. What is left out takes its default. Unknown members are ignored.
         * @example {
         *       "title": "The Unix Shell",
         *       "description": "Learn to work at the command line.",
         *       "level": "beginner",
         *       "language": "en",
         *       "category": 3,
         *       "length_mode": "duration",
         *       "duration_days": 90
         *     }
         */
        CourseWrite: {
            /** @description The name learners see. Must hold more than white space. */
            title: string;
            /** @description The course's name in addresses, unique in the organisation. Left out: made from the title, with `-2`, `-3` ... where taken. Sent and taken by another course: 400 with code `taken`. */
            slug?: string;
            /**
             * @description Free-form: plain text or markdown, or a rich-text document as JSON. Stored as sent and never interpreted. At most 64 KiB as JSON.
             * @default null
             */
            description: string | {
                [key: string]: unknown;
            } | unknown[] | null;
            /**
             * Format: uri
             * @description Picture shown in lists.
             * @default null
             */
            thumbnail_url: string | null;
            /**
             * @description `draft`: only creators see it. `published`: open to learners by its visibility; `published_at` is set at the first publication. `archived`: closed to new learners.
             * @default draft
             * @enum {string}
             */
            status: "draft" | "published" | "archived";
            /**
             * @description `public`: listed in discovery. `unlisted`: reached by its address only. `private`: by invitation or enrolment only.
             * @default public
             * @enum {string}
             */
            visibility: "public" | "unlisted" | "private";
            /**
             * @description How much the learner should know already.
             * @default all_levels
             * @enum {string}
             */
            level: "all_levels" | "beginner" | "intermediate" | "advanced";
            /**
             * @description The school stage it is meant for.
             * @default any
             * @enum {string}
             */
            grade_level: "any" | "early_childhood" | "primary" | "lower_secondary" | "upper_secondary" | "higher_education" | "professional";
            /**
             * @description BCP 47 language tag, returned in canonical form. Default: the organisation's language.
             * @example en
             * @example pt-BR
             */
            language?: string;
            /**
             * @description Id in the catalogue of categories: 1 Arts and design, 2 Business, 3 Computing, 4 Engineering, 5 Health and medicine, 6 Humanities, 7 Languages, 8 Law, 9 Lifestyle, 10 Marketing, 11 Mathematics, 12 Music, 13 Natural sciences, 14 Personal development, 15 Social sciences, 16 Sport and fitness, 17 Teaching, 18 Vocational training. Another id: 400 with code `unknown`.
             * @default null
             */
            category: number | null;
            /**
             * @description How long the whole course takes.
             * @default null
             */
            estimated_duration_minutes: number | null;
            /**
             * @description Free-form blocks of the sales page, in order, as the page builder writes them. Stored as sent. At most 256 KiB as JSON.
             * @default null
             */
            sales_page_blocks: unknown[] | {
                [key: string]: unknown;
            } | null;
            /**
             * @description Headline of the sales page; null shows the title.
             * @default null
             */
            landing_title: string | null;
            /**
             * @description Title for search engines.
             * @default null
             */
            meta_title: string | null;
            /**
             * @description Description for search engines.
             * @default null
             */
            meta_description: string | null;
            /**
             * Format: uri
             * @description Picture for shared links.
             * @default null
             */
            og_image_url: string | null;
            /**
             * @description IANA time zone in which the course's dates and times are read. Default: the organisation's time zone.
             * @example Europe/Berlin
             */
            timezone?: string;
            /**
             * @description `open_ended`: access does not end. `duration`: access lasts `duration_days` from enrolment, which is then required. `dates`: the course runs from `start_date` to `end_date`, both required, start not after end.
             * @default open_ended
             * @enum {string}
             */
            length_mode: "open_ended" | "duration" | "dates";
            /**
             * @description Days of access. Only with `length_mode: duration`: sent with another mode it is refused, and changing the mode clears it.
             * @default null
             */
            duration_days: number | null;
            /**
             * Format: date
             * @description First day. Allowed in every length mode, required for `dates`. YYYY-MM-DD, years 1900 to 2199, local to the course's time zone.
             * @default null
             */
            start_date: string | null;
            /**
             * Format: date
             * @description Last day, included. Only with `length_mode: dates`: sent with another mode it is refused, and changing the mode clears it. YYYY-MM-DD, years 1900 to 2199, local to the course's time zone.
             * @default null
             */
            end_date: string | null;
            /**
             * @description What day 0 of lesson schedules is: the day of enrolment, the day the learner first opens the course, or the start of the course or of the cohort.
             * @default enrollment
             * @enum {string}
             */
            schedule_basis: "enrollment" | "first_access" | "course_start";
        };
        /**
         * @description Changes to a course. What is left out stays. Unknown members are ignored.
         * @example {
         *       "status": "published"
         *     }
         */
        PatchedCourse: {
            /** @description The name learners see. Must hold more than white space. */
            title?: string;
            /** @description The course's name in addresses, unique in the organisation. Left out: made from the title, with `-2`, `-3` ... where taken. Sent and taken by another course: 400 with code `taken`. */
            slug?: string;
            /** @description Free-form: plain text or markdown, or a rich-text document as JSON. Stored as sent and never interpreted. At most 64 KiB as JSON. */
            description?: string | {
                [key: string]: unknown;
            } | unknown[] | null;
            /**
             * Format: uri
             * @description Picture shown in lists.
             */
            thumbnail_url?: string | null;
            /**
             * @description `draft`: only creators see it. `published`: open to learners by its visibility; `published_at` is set at the first publication. `archived`: closed to new learners.
             * @enum {string}
             */
            status?: "draft" | "published" | "archived";
            /**
             * @description `public`: listed in discovery. `unlisted`: reached by its address only. `private`: by invitation or enrolment only.
             * @enum {string}
             */
            visibility?: "public" | "unlisted" | "private";
            /**
             * @description How much the learner should know already.
             * @enum {string}
             */
            level?: "all_levels" | "beginner" | "intermediate" | "advanced";
            /**
             * @description The school stage it is meant for.
             * @enum {string}
             */
            grade_level?: "any" | "early_childhood" | "primary" | "lower_secondary" | "upper_secondary" | "higher_education" | "professional";
            /**
             * @description BCP 47 language tag, returned in canonical form. Default: the organisation's language.
             * @example en
             * @example pt-BR
             */
            language?: string;
            /** @description Id in the catalogue of categories: 1 Arts and design, 2 Business, 3 Computing, 4 Engineering, 5 Health and medicine, 6 Humanities, 7 Languages, 8 Law, 9 Lifestyle, 10 Marketing, 11 Mathematics, 12 Music, 13 Natural sciences, 14 Personal development, 15 Social sciences, 16 Sport and fitness, 17 Teaching, 18 Vocational training. Another id: 400 with code `unknown`. */
            category?: number | null;
            /** @description How long the whole course takes. */
            estimated_duration_minutes?: number | null;
            /** @description Free-form blocks of the sales page, in order, as the page builder writes them. Stored as sent. At most 256 KiB as JSON. */
            sales_page_blocks?: unknown[] | {
                [key: string]: unknown;
            } | null;
            /** @description Headline of the sales page; null shows the title. */
            landing_title?: string | null;
            /** @description Title for search engines. */
            meta_title?: string | null;
            /** @description Description for search engines. */
            meta_description?: string | null;
            /**
             * Format: uri
             * @description Picture for shared links.
             */
            og_image_url?: string | null;
            /**
             * @description IANA time zone in which the course's dates and times are read. Default: the organisation's time zone.
             * @example Europe/Berlin
             */
            timezone?: string;
            /**
             * @description `open_ended`: access does not end. `duration`: access lasts `duration_days` from enrolment, which is then required. `dates`: the course runs from `start_date` to `end_date`, both required, start not after end.
             * @enum {string}
             */
            length_mode?: "open_ended" | "duration" | "dates";
            /** @description Days of access. Only with `length_mode: duration`: sent with another mode it is refused, and changing the mode clears it. */
            duration_days?: number | null;
            /**
             * Format: date
             * @description First day. Allowed in every length mode, required for `dates`. YYYY-MM-DD, years 1900 to 2199, local to the course's time zone.
             */
            start_date?: string | null;
            /**
             * Format: date
             * @description Last day, included. Only with `length_mode: dates`: sent with another mode it is refused, and changing the mode clears it. YYYY-MM-DD, years 1900 to 2199, local to the course's time zone.
             */
            end_date?: string | null;
            /**
             * @description What day 0 of lesson schedules is: the day of enrolment, the day the learner first opens the course, or the start of the course or of the cohort.
             * @enum {string}
             */
            schedule_basis?: "enrollment" | "first_access" | "course_start";
        };
        /** @description One page of chapters, in their order. */
        ChapterList: {
            /** @description How many there are on all pages. */
            count: number;
            /**
             * Format: uri
             * @description Address of the next page, null on the last.
             */
            next: string | null;
            /**
             * Format: uri
             * @description Address of the page before, null on the first.
             */
            previous: string | null;
            /** @description In order. */
            results: components["schemas"]["Chapter"][];
        };
        /** @description A chapter of a course. */
        Chapter: {
            /**
             * Format: uuid
             * @description UUIDv7.
             */
            id: string;
            /**
             * Format: uuid
             * @description The course it belongs to.
             */
            course_id: string;
            /** @description The name learners see. Must hold more than white space. */
            title: string;
            /** @description Place in the course from 1, always dense: inserting moves the others on, deleting closes the gap. Left out: last on create, unchanged on replace. Beyond the end: last. */
            position: number;
            /** @description Whether learners see the chapter. */
            is_published: boolean;
            /** @description Opens only when the chapter before it is completed. */
            requires_previous_chapter: boolean;
            /** @description Its lessons open one after another, each when the one before is completed. */
            sequential_lessons: boolean;
            /** @description Lessons in the chapter. */
            lesson_count: number;
            /**
             * Format: date-time
             * @description When it was made.
             */
            created_at: string;
            /**
             * Format: date-time
             * @description When it last changed.
             */
            updated_at: string;
        };
        /**
         * @description A chapter to make, or to replace another with. What is left out takes its default. Unknown members are ignored.
         * @example {
         *       "title": "Pipes and filters",
         *       "is_published": true
         *     }
         */
        ChapterWrite: {
            /** @description The name learners see. Must hold more than white space. */
            title: string;
            /** @description Place in the course from 1, always dense: inserting moves the others on, deleting closes the gap. Left out: last on create, unchanged on replace. Beyond the end: last. */
            position?: number;
            /**
             * @description Whether learners see the chapter.
             * @default false
             */
            is_published: boolean;
            /**
             * @description Opens only when the chapter before it is completed.
             * @default false
             */
            requires_previous_chapter: boolean;
            /**
             * @description Its lessons open one after another, each when the one before is completed.
             * @default false
             */
            sequential_lessons: boolean;
        };
        /**
         * @description Changes to a chapter. What is left out stays. Unknown members are ignored.
         * @example {
         *       "position": 1
         *     }
         */
        PatchedChapter: {
            /** @description The name learners see. Must hold more than white space. */
            title?: string;
            /** @description Place in the course from 1, always dense: inserting moves the others on, deleting closes the gap. Left out: last on create, unchanged on replace. Beyond the end: last. */
            position?: number;
            /** @description Whether learners see the chapter. */
            is_published?: boolean;
            /** @description Opens only when the chapter before it is completed. */
            requires_previous_chapter?: boolean;
            /** @description Its lessons open one after another, each when the one before is completed. */
            sequential_lessons?: boolean;
        };
        /** @description One page of lessons, in their order. */
        LessonList: {
            /** @description How many there are on all pages. */
            count: number;
            /**
             * Format: uri
             * @description Address of the next page, null on the last.
             */
            next: string | null;
            /**
             * Format: uri
             * @description Address of the page before, null on the first.
             */
            previous: string | null;
            /** @description In order. */
            results: components["schemas"]["LessonSummary"][];
        };
        /** @description A lesson of a chapter. */
        Lesson: {
            /**
             * Format: uuid
             * @description UUIDv7.
             */
            id: string;
            /**
             * Format: uuid
             * @description The course it belongs to.
             */
            course_id: string;
            /**
             * Format: uuid
             * @description The chapter it belongs to.
             */
            chapter_id: string;
            /** @description The name learners see. Must hold more than white space. */
            title: string;
            /** @description Place in the chapter from 1, always dense: inserting moves the others on, deleting closes the gap. Left out: last on create. Beyond the end: last. */
            position: number;
            /** @description Whether learners see the lesson. */
            is_published: boolean;
            /**
             * @description What the lesson is; it chooses the rules of `content`. Changing it without sending `content` clears the content.
             * @enum {string}
             */
            content_type: "quiz" | "lesson" | "video" | "document" | "assignment" | "embed";
            content: components["schemas"]["LessonContent"];
            /** @description Open to visitors who are not enrolled. */
            is_free_preview: boolean;
            /** @description Day the lesson opens, counted in the course's calendar days from the schedule basis (day 0). Null: open from the start. */
            opens_day_offset: number | null;
            /** @description When on that day it opens; null means 00:00. Needs `opens_day_offset`. Wall time HH:MM, 00:00 to 23:59, in the course's time zone. */
            opens_time: string | null;
            /** @description Day the lesson closes. Null: never. The closing moment must be after the opening one. */
            closes_day_offset: number | null;
            /** @description When on that day it closes (from this moment on it is closed); null means 00:00. Needs `closes_day_offset`. Wall time HH:MM, 00:00 to 23:59, in the course's time zone. */
            closes_time: string | null;
            /** @description Minutes a learner may view it, counted from the learner's first opening. Null: no limit. */
            view_window_minutes: number | null;
            /**
             * Format: date-time
             * @description When it was made.
             */
            created_at: string;
            /**
             * Format: date-time
             * @description When it last changed, to the millisecond; strictly increases on every change of the row, a move by a neighbour included. The token of the next PATCH.
             */
            updated_at: string;
        };
        /** @description A lesson in a list: a Lesson without its content. */
        LessonSummary: {
            /**
             * Format: uuid
             * @description UUIDv7.
             */
            id: string;
            /**
             * Format: uuid
             * @description The course it belongs to.
             */
            course_id: string;
            /**
             * Format: uuid
             * @description The chapter it belongs to.
             */
            chapter_id: string;
            /** @description The name learners see. Must hold more than white space. */
            title: string;
            /** @description Place in the chapter from 1, always dense: inserting moves the others on, deleting closes the gap. Left out: last on create. Beyond the end: last. */
            position: number;
            /** @description Whether learners see the lesson. */
            is_published: boolean;
            /**
             * @description What the lesson is; it chooses the rules of `content`. Changing it without sending `content` clears the content.
             * @enum {string}
             */
            content_type: "quiz" | "lesson" | "video" | "document" | "assignment" | "embed";
            /** @description Open to visitors who are not enrolled. */
            is_free_preview: boolean;
            /** @description Day the lesson opens, counted in the course's calendar days from the schedule basis (day 0). Null: open from the start. */
            opens_day_offset: number | null;
            /** @description When on that day it opens; null means 00:00. Needs `opens_day_offset`. Wall time HH:MM, 00:00 to 23:59, in the course's time zone. */
            opens_time: string | null;
            /** @description Day the lesson closes. Null: never. The closing moment must be after the opening one. */
            closes_day_offset: number | null;
            /** @description When on that day it closes (from this moment on it is closed); null means 00:00. Needs `closes_day_offset`. Wall time HH:MM, 00:00 to 23:59, in the course's time zone. */
            closes_time: string | null;
            /** @description Minutes a learner may view it, counted from the learner's first opening. Null: no limit. */
            view_window_minutes: number | null;
            /**
             * Format: date-time
             * @description When it was made.
             */
            created_at: string;
            /**
             * Format: date-time
             * @description When it last changed, to the millisecond; strictly increases on every change of the row, a move by a neighbour included. The token of the next PATCH.
             */
            updated_at: string;
        };
        /**
         * @description A lesson to make. What is left out takes its default. Unknown members are ignored.
         * @example {
         *       "title": "What is a shell?",
         *       "content_type": "lesson",
         *       "content": {
         *         "format": "markdown",
         *         "body": "A shell is a program that runs programs."
         *       },
         *       "is_published": true
         *     }
         */
        LessonWrite: {
            /** @description The name learners see. Must hold more than white space. */
            title: string;
            /** @description Place in the chapter from 1, always dense: inserting moves the others on, deleting closes the gap. Left out: last on create. Beyond the end: last. */
            position?: number;
            /**
             * @description Whether learners see the lesson.
             * @default false
             */
            is_published: boolean;
            /**
             * @description What the lesson is; it chooses the rules of `content`. Changing it without sending `content` clears the content.
             * @default lesson
             * @enum {string}
             */
            content_type: "quiz" | "lesson" | "video" | "document" | "assignment" | "embed";
            /** @default null */
            content: components["schemas"]["LessonContent"];
            /**
             * @description Open to visitors who are not enrolled.
             * @default false
             */
            is_free_preview: boolean;
            /**
             * @description Day the lesson opens, counted in the course's calendar days from the schedule basis (day 0). Null: open from the start.
             * @default null
             */
            opens_day_offset: number | null;
            /**
             * @description When on that day it opens; null means 00:00. Needs `opens_day_offset`. Wall time HH:MM, 00:00 to 23:59, in the course's time zone.
             * @default null
             */
            opens_time: string | null;
            /**
             * @description Day the lesson closes. Null: never. The closing moment must be after the opening one.
             * @default null
             */
            closes_day_offset: number | null;
            /**
             * @description When on that day it closes (from this moment on it is closed); null means 00:00. Needs `closes_day_offset`. Wall time HH:MM, 00:00 to 23:59, in the course's time zone.
             * @default null
             */
            closes_time: string | null;
            /**
             * @description Minutes a learner may view it, counted from the learner's first opening. Null: no limit.
             * @default null
             */
            view_window_minutes: number | null;
        };
        /**
         * @description Changes to a lesson. What is left out stays, except that `updated_at` is required. Unknown members are ignored.
         * @example {
         *       "title": "What is a shell for?",
         *       "updated_at": "2026-11-20T09:30:00.123Z"
         *     }
         */
        PatchedLesson: {
            /** @description The name learners see. Must hold more than white space. */
            title?: string;
            /** @description Place in the chapter from 1, always dense: inserting moves the others on, deleting closes the gap. Left out: last on create. Beyond the end: last. */
            position?: number;
            /** @description Whether learners see the lesson. */
            is_published?: boolean;
            /**
             * @description What the lesson is; it chooses the rules of `content`. Changing it without sending `content` clears the content.
             * @enum {string}
             */
            content_type?: "quiz" | "lesson" | "video" | "document" | "assignment" | "embed";
            content?: components["schemas"]["LessonContent"];
            /** @description Open to visitors who are not enrolled. */
            is_free_preview?: boolean;
            /** @description Day the lesson opens, counted in the course's calendar days from the schedule basis (day 0). Null: open from the start. */
            opens_day_offset?: number | null;
            /** @description When on that day it opens; null means 00:00. Needs `opens_day_offset`. Wall time HH:MM, 00:00 to 23:59, in the course's time zone. */
            opens_time?: string | null;
            /** @description Day the lesson closes. Null: never. The closing moment must be after the opening one. */
            closes_day_offset?: number | null;
            /** @description When on that day it closes (from this moment on it is closed); null means 00:00. Needs `closes_day_offset`. Wall time HH:MM, 00:00 to 23:59, in the course's time zone. */
            closes_time?: string | null;
            /** @description Minutes a learner may view it, counted from the learner's first opening. Null: no limit. */
            view_window_minutes?: number | null;
            /**
             * Format: date-time
             * @description The `updated_at` last read. Stale: 409 with code `stale_lesson`.
             */
            updated_at: string;
        };
        /** @description The content, whose shape `content_type` chooses: quiz QuizContent, lesson TextContent, video VideoContent, document DocumentContent, assignment AssignmentContent, embed EmbedContent. Null: nothing yet. Unlike the rest of a body, unknown members inside are refused, so that no typing error loses work. At most 512 KiB as JSON. */
        LessonContent: components["schemas"]["QuizContent"] | components["schemas"]["TextContent"] | components["schemas"]["VideoContent"] | components["schemas"]["DocumentContent"] | components["schemas"]["AssignmentContent"] | components["schemas"]["EmbedContent"] | null;
        /** @description A quiz. Content type `quiz`. */
        QuizContent: {
            /**
             * @description Shown before the first question, in markdown.
             * @default null
             */
            instructions: string | null;
            /** @description In order. */
            questions: components["schemas"]["QuizQuestion"][];
            /**
             * @description How often a learner may try; null: without limit.
             * @default null
             */
            max_attempts: number | null;
            /**
             * @description Minutes for one attempt; null: no limit.
             * @default null
             */
            time_limit_minutes: number | null;
            /**
             * @description Share of the points that passes, at most two decimals.
             * @default 70
             */
            passing_score_percent: number;
            /**
             * @description Each attempt has its own order of questions.
             * @default false
             */
            shuffle_questions: boolean;
            /**
             * @description Each attempt has its own order of choices.
             * @default false
             */
            shuffle_choices: boolean;
            /**
             * @description When learners see the right answers.
             * @default after_attempt
             * @enum {string}
             */
            show_answers: "after_attempt" | "after_passing" | "never";
        };
        /** @description One question; `type` chooses the kind. */
        QuizQuestion: components["schemas"]["SingleChoiceQuestion"] | components["schemas"]["MultipleChoiceQuestion"] | components["schemas"]["TrueFalseQuestion"] | components["schemas"]["ShortTextQuestion"] | components["schemas"]["NumericQuestion"] | components["schemas"]["EssayQuestion"] | components["schemas"]["MatchingQuestion"] | components["schemas"]["OrderingQuestion"];
        /** @description One choice is right. */
        SingleChoiceQuestion: {
            /**
             * @description Which kind of question this is. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            type: "single";
            /** @description Names the question in answers and results; unique in the quiz. Left out: assigned. */
            id?: string;
            /** @description What is asked, in markdown. */
            prompt: string;
            /**
             * @description Points for a full answer, at most two decimals.
             * @default 1
             */
            points: number;
            /**
             * @description Shown with the result, in markdown.
             * @default null
             */
            explanation: string | null;
            /** @description The answers to choose from; ids unique in the question. */
            choices: components["schemas"]["QuizChoice"][];
            /** @description The id of the right choice. */
            correct_choice_id: string;
        };
        /** @description Several choices may be right. */
        MultipleChoiceQuestion: {
            /**
             * @description Which kind of question this is. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            type: "multiple";
            /** @description Names the question in answers and results; unique in the quiz. Left out: assigned. */
            id?: string;
            /** @description What is asked, in markdown. */
            prompt: string;
            /**
             * @description Points for a full answer, at most two decimals.
             * @default 1
             */
            points: number;
            /**
             * @description Shown with the result, in markdown.
             * @default null
             */
            explanation: string | null;
            /** @description The answers to choose from; ids unique in the question. */
            choices: components["schemas"]["QuizChoice"][];
            /** @description The ids of all right choices. */
            correct_choice_ids: string[];
            /**
             * @description Give points for a partly right answer.
             * @default true
             */
            partial_credit: boolean;
        };
        /** @description A statement that is true or false. */
        TrueFalseQuestion: {
            /**
             * @description Which kind of question this is. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            type: "true_false";
            /** @description Names the question in answers and results; unique in the quiz. Left out: assigned. */
            id?: string;
            /** @description What is asked, in markdown. */
            prompt: string;
            /**
             * @description Points for a full answer, at most two decimals.
             * @default 1
             */
            points: number;
            /**
             * @description Shown with the result, in markdown.
             * @default null
             */
            explanation: string | null;
            /** @description Whether the statement is true. */
            correct: boolean;
        };
        /** @description A short typed answer, compared with the accepted ones after trimming. */
        ShortTextQuestion: {
            /**
             * @description Which kind of question this is. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            type: "short_text";
            /** @description Names the question in answers and results; unique in the quiz. Left out: assigned. */
            id?: string;
            /** @description What is asked, in markdown. */
            prompt: string;
            /**
             * @description Points for a full answer, at most two decimals.
             * @default 1
             */
            points: number;
            /**
             * @description Shown with the result, in markdown.
             * @default null
             */
            explanation: string | null;
            /** @description Answers that count as right. */
            accepted_answers: string[];
            /**
             * @description Whether capitals matter.
             * @default false
             */
            case_sensitive: boolean;
        };
        /** @description A number within a tolerance. */
        NumericQuestion: {
            /**
             * @description Which kind of question this is. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            type: "numeric";
            /** @description Names the question in answers and results; unique in the quiz. Left out: assigned. */
            id?: string;
            /** @description What is asked, in markdown. */
            prompt: string;
            /**
             * @description Points for a full answer, at most two decimals.
             * @default 1
             */
            points: number;
            /**
             * @description Shown with the result, in markdown.
             * @default null
             */
            explanation: string | null;
            /** @description The right value. */
            correct_value: number;
            /**
             * @description How far an answer may be off, either way, and still be right.
             * @default 0
             */
            tolerance: number;
            /**
             * @description Shown beside the answer field.
             * @default null
             */
            unit: string | null;
        };
        /** @description A long answer that a person grades. */
        EssayQuestion: {
            /**
             * @description Which kind of question this is. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            type: "essay";
            /** @description Names the question in answers and results; unique in the quiz. Left out: assigned. */
            id?: string;
            /** @description What is asked, in markdown. */
            prompt: string;
            /**
             * @description Points for a full answer, at most two decimals.
             * @default 1
             */
            points: number;
            /**
             * @description Shown with the result, in markdown.
             * @default null
             */
            explanation: string | null;
            /**
             * @description Fewest words; null: no minimum.
             * @default null
             */
            min_words: number | null;
            /**
             * @description Most words, not below `min_words`; null: no maximum.
             * @default null
             */
            max_words: number | null;
            /**
             * @description For graders only.
             * @default null
             */
            grading_notes: string | null;
        };
        /** @description Pairs to put together. The key is the pairs themselves. */
        MatchingQuestion: {
            /**
             * @description Which kind of question this is. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            type: "matching";
            /** @description Names the question in answers and results; unique in the quiz. Left out: assigned. */
            id?: string;
            /** @description What is asked, in markdown. */
            prompt: string;
            /**
             * @description Points for a full answer, at most two decimals.
             * @default 1
             */
            points: number;
            /**
             * @description Shown with the result, in markdown.
             * @default null
             */
            explanation: string | null;
            /** @description What belongs together; ids unique in the question. */
            pairs: components["schemas"]["MatchingPair"][];
            /**
             * @description Right-hand sides that belong to nothing.
             * @default []
             */
            distractors: string[];
        };
        /** @description Items to put in order. The key is their order here. */
        OrderingQuestion: {
            /**
             * @description Which kind of question this is. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            type: "ordering";
            /** @description Names the question in answers and results; unique in the quiz. Left out: assigned. */
            id?: string;
            /** @description What is asked, in markdown. */
            prompt: string;
            /**
             * @description Points for a full answer, at most two decimals.
             * @default 1
             */
            points: number;
            /**
             * @description Shown with the result, in markdown.
             * @default null
             */
            explanation: string | null;
            /** @description In the right order; ids unique in the question. */
            items: components["schemas"]["QuizChoice"][];
        };
        /** @description One choice or item. */
        QuizChoice: {
            /** @description Names it in answers. */
            id: string;
            /** @description What it says, in markdown. */
            text: string;
        };
        /** @description Two sides that belong together. */
        MatchingPair: {
            /** @description Names the pair in answers. */
            id: string;
            /** @description The side that stands still. */
            left: string;
            /** @description The side to find. */
            right: string;
        };
        /** @description Reading text. Content type `lesson`. */
        TextContent: {
            /**
             * @description `markdown`: CommonMark, stored as sent; show it with raw HTML escaped or sanitised. `html`: sanitised when stored, to structure, text, links, pictures and tables; scripts, styles, event attributes and unknown elements are removed.
             * @default markdown
             * @enum {string}
             */
            format: "markdown" | "html";
            /** @description The text. */
            body: string;
        };
        /** @description A video. Content type `video`; `source` chooses the kind. */
        VideoContent: components["schemas"]["HostedVideo"] | components["schemas"]["YoutubeVideo"] | components["schemas"]["VimeoVideo"] | components["schemas"]["FileVideo"];
        /** @description A video in the organisation's own storage. */
        HostedVideo: {
            /**
             * @description Where the video is. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            source: "hosted";
            /**
             * Format: uuid
             * @description The media object.
             */
            media_id: string;
            /**
             * @description At most one track for each language and kind.
             * @default []
             */
            captions: components["schemas"]["VideoCaptions"][];
            /**
             * @description Length, where known.
             * @default null
             */
            duration_seconds: number | null;
        };
        /** @description A YouTube video. */
        YoutubeVideo: {
            /**
             * @description Where the video is. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            source: "youtube";
            /**
             * Format: uri
             * @description A youtube.com or youtu.be address of one video.
             */
            url: string;
            /**
             * @description At most one track for each language and kind.
             * @default []
             */
            captions: components["schemas"]["VideoCaptions"][];
            /**
             * @description Length, where known.
             * @default null
             */
            duration_seconds: number | null;
        };
        /** @description A Vimeo video. */
        VimeoVideo: {
            /**
             * @description Where the video is. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            source: "vimeo";
            /**
             * Format: uri
             * @description A vimeo.com address of one video.
             */
            url: string;
            /**
             * @description At most one track for each language and kind.
             * @default []
             */
            captions: components["schemas"]["VideoCaptions"][];
            /**
             * @description Length, where known.
             * @default null
             */
            duration_seconds: number | null;
        };
        /** @description A video file elsewhere. */
        FileVideo: {
            /**
             * @description Where the video is. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            source: "file";
            /**
             * Format: uri
             * @description Address of an mp4, m4v, mov, webm, ogv or m3u8 file.
             */
            url: string;
            /**
             * @description At most one track for each language and kind.
             * @default []
             */
            captions: components["schemas"]["VideoCaptions"][];
            /**
             * @description Length, where known.
             * @default null
             */
            duration_seconds: number | null;
        };
        /** @description A caption track. */
        VideoCaptions: {
            /** @description BCP 47 language tag. */
            language: string;
            /**
             * Format: uri
             * @description Address of a WebVTT or SRT file.
             */
            url: string;
            /**
             * @description What the player calls it.
             * @default null
             */
            label: string | null;
            /**
             * @description As the kinds of an HTML text track.
             * @default subtitles
             * @enum {string}
             */
            kind: "subtitles" | "captions" | "descriptions";
        };
        /** @description A document. Content type `document`; `source` chooses the kind. */
        DocumentContent: components["schemas"]["LinkedDocument"] | components["schemas"]["StoredDocument"];
        /** @description A document elsewhere. */
        LinkedDocument: {
            /**
             * @description Where the document is. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            source: "url";
            /**
             * Format: uri
             * @description Its address.
             */
            url: string;
            /**
             * @description Name to save it under.
             * @default null
             */
            file_name: string | null;
            /**
             * @description Whether learners may save it.
             * @default true
             */
            is_downloadable: boolean;
        };
        /** @description A document in the organisation's own storage. */
        StoredDocument: {
            /**
             * @description Where the document is. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            source: "upload";
            /**
             * Format: uuid
             * @description The stored document.
             */
            document_id: string;
            /**
             * @description Name to save it under.
             * @default null
             */
            file_name: string | null;
            /**
             * @description Whether learners may save it.
             * @default true
             */
            is_downloadable: boolean;
        };
        /** @description Work to hand in. Content type `assignment`. */
        AssignmentContent: {
            /** @description What to do, in markdown. */
            instructions: string;
            /** @description What a learner may hand in. */
            submission_kinds: ("text" | "file" | "url")[];
            /**
             * @description Points for full marks, at most two decimals.
             * @default 100
             */
            points: number;
            /**
             * @default {
             *       "kind": "none"
             *     }
             */
            due: components["schemas"]["DueRule"];
            /**
             * @description Most files of one submission. Only with kind `file`.
             * @default 1
             */
            max_files: number;
            /**
             * @description Extensions without the dot; empty: any. Only with kind `file`.
             * @default []
             */
            allowed_file_extensions: string[];
            /**
             * @description For graders, and for learners after grading, in markdown.
             * @default null
             */
            sample_solution: string | null;
        };
        /** @description When the work is due; `kind` chooses the rule. */
        DueRule: components["schemas"]["NoDueDate"] | components["schemas"]["RelativeDueDate"] | components["schemas"]["FixedDueDate"];
        /** @description Never due. */
        NoDueDate: {
            /**
             * @description Which rule. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            kind: "none";
        };
        /** @description Due some days after the lesson opens for the learner. */
        RelativeDueDate: {
            /**
             * @description Which rule. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            kind: "relative";
            /** @description Calendar days after the opening day: the one by the schedule, else day 0, else the day of the first opening. */
            days: number;
            /**
             * @description When on that day. Wall time HH:MM, 00:00 to 23:59, in the course's time zone.
             * @default 23:59
             */
            time: string;
        };
        /** @description Due on a date. */
        FixedDueDate: {
            /**
             * @description Which rule. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            kind: "date";
            /**
             * Format: date
             * @description The day. YYYY-MM-DD, years 1900 to 2199, local to the course's time zone.
             */
            date: string;
            /**
             * @description When on that day. Wall time HH:MM, 00:00 to 23:59, in the course's time zone.
             * @default 23:59
             */
            time: string;
        };
        /** @description A page shown in a frame. Content type `embed`. Only these attributes of the frame can be set. */
        EmbedContent: {
            /**
             * Format: uri
             * @description The page, https only.
             */
            url: string;
            /**
             * @description Name of the frame for screen readers.
             * @default null
             */
            title: string | null;
            /**
             * @description Pixels; null: as wide as the page.
             * @default null
             */
            width: number | null;
            /**
             * @description Pixels; null: by the aspect ratio.
             * @default null
             */
            height: number | null;
            /**
             * @description Used where the height is null.
             * @default 16:9
             * @enum {string}
             */
            aspect_ratio: "16:9" | "4:3" | "1:1" | "9:16" | "auto";
            /**
             * @description The frame's permissions.
             * @default [
             *       "fullscreen"
             *     ]
             */
            allow: ("fullscreen" | "autoplay" | "camera" | "microphone" | "clipboard-write" | "encrypted-media" | "picture-in-picture" | "display-capture")[];
            /**
             * @description What the framed page may do.
             * @default [
             *       "allow-scripts",
             *       "allow-same-origin",
             *       "allow-forms",
             *       "allow-popups"
             *     ]
             */
            sandbox: ("allow-scripts" | "allow-same-origin" | "allow-forms" | "allow-popups" | "allow-presentation" | "allow-downloads")[];
        };
        /** @description Settings of the organisation. Exactly these members are writable. */
        OrgSettings: {
            /** @description The organisation's name. */
            name: string;
            /** @description What it is, in plain text. */
            description: string | null;
            /**
             * Format: email
             * @description Where learners ask for help.
             */
            support_email: string | null;
            /** @description IANA time zone, the default of new courses. */
            timezone: string;
            /** @description BCP 47 language tag, the default of new courses; returned in canonical form. */
            language: string;
            /** @description ISO 4217 code in which courses are priced. */
            currency: string;
            /**
             * Format: uri
             * @description Its own site.
             */
            website_url: string | null;
            /** @description Main colour of the brand. `#rrggbb`. */
            primary_color: string | null;
            /** @description Second colour of the brand. `#rrggbb`. */
            accent_color: string | null;
            /**
             * Format: uri
             * @description Terms of service.
             */
            terms_url: string | null;
            /**
             * Format: uri
             * @description Privacy policy.
             */
            privacy_url: string | null;
            /**
             * Format: uri
             * @description Refund policy.
             */
            refund_policy_url: string | null;
            /**
             * Format: uri
             * @description Legal notice.
             */
            imprint_url: string | null;
        };
        /**
         * @description Changes to the settings. What is left out stays. Unknown members are ignored.
         * @example {
         *       "support_email": "help@example.org"
         *     }
         */
        PatchedOrgSettings: {
            /** @description The organisation's name. */
            name?: string;
            /** @description What it is, in plain text. */
            description?: string | null;
            /**
             * Format: email
             * @description Where learners ask for help.
             */
            support_email?: string | null;
            /** @description IANA time zone, the default of new courses. */
            timezone?: string;
            /** @description BCP 47 language tag, the default of new courses; returned in canonical form. */
            language?: string;
            /** @description ISO 4217 code in which courses are priced. */
            currency?: string;
            /**
             * Format: uri
             * @description Its own site.
             */
            website_url?: string | null;
            /** @description Main colour of the brand. `#rrggbb`. */
            primary_color?: string | null;
            /** @description Second colour of the brand. `#rrggbb`. */
            accent_color?: string | null;
            /**
             * Format: uri
             * @description Terms of service.
             */
            terms_url?: string | null;
            /**
             * Format: uri
             * @description Privacy policy.
             */
            privacy_url?: string | null;
            /**
             * Format: uri
             * @description Refund policy.
             */
            refund_policy_url?: string | null;
            /**
             * Format: uri
             * @description Legal notice.
             */
            imprint_url?: string | null;
        };
        /** @description Whose key this is and what it may do. */
        KeyIdentity: {
            organisation: components["schemas"]["OrganisationReference"];
            /** @description The name given to the key. */
            key_name: string;
            scopes: components["schemas"]["KeyScopes"];
        };
        /** @description The organisation a key belongs to. */
        OrganisationReference: {
            /**
             * Format: uuid
             * @description UUIDv7.
             */
            id: string;
            /** @description The organisation's name. */
            name: string;
            /** @description Its name in addresses. */
            subdomain: string;
        };
        /** @description The key's effective scope for every resource. */
        KeyScopes: {
            /**
             * @description `view` permits reads, `edit` permits reads and writes.
             * @enum {string}
             */
            courses: "none" | "view" | "edit";
            /**
             * @description `view` permits reads, `edit` permits reads and writes.
             * @enum {string}
             */
            chapters: "none" | "view" | "edit";
            /**
             * @description `view` permits reads, `edit` permits reads and writes.
             * @enum {string}
             */
            lessons: "none" | "view" | "edit";
            /**
             * @description `view` permits reads, `edit` permits reads and writes.
             * @enum {string}
             */
            org_settings: "none" | "view" | "edit";
        };
        /** @description What went wrong, after RFC 9457. */
        Problem: {
            /**
             * Format: uri-reference
             * @description Address of a page that explains the code.
             */
            type: string;
            /** @description The code in words. */
            title: string;
            /** @description The HTTP status. */
            status: number;
            /** @description What went wrong this time. */
            detail: string;
            /** @description The cause, for programs. The page behind `type` lists all codes. */
            code: string;
            /** @description The X-Request-Id of this answer, for support. */
            request_id: string;
        };
        /** @description One fault of one field. */
        FieldError: {
            /** @description The field, dotted: `content.questions.0.prompt`. `body` for the body as a whole. */
            field: string;
            /** @description The kind of fault. */
            code: string;
            /** @description The fault in words. */
            message: string;
        };
        /** @description A request with faults, all named at once. */
        ValidationProblem: {
            /**
             * Format: uri-reference
             * @description Address of a page that explains the code.
             */
            type: string;
            /** @description The code in words. */
            title: string;
            /** @description The HTTP status. */
            status: number;
            /** @description What went wrong this time. */
            detail: string;
            /** @description The cause, for programs. The page behind `type` lists all codes. */
            code: string;
            /** @description The X-Request-Id of this answer, for support. */
            request_id: string;
            /** @description The faults, at most 50. */
            errors: components["schemas"]["FieldError"][];
        };
        /** @description The lesson has changed since it was read. Apply the change to `lesson` and send it again with its `updated_at`. */
        StaleLessonProblem: {
            /**
             * Format: uri-reference
             * @description Address of a page that explains the code.
             */
            type: string;
            /** @description The code in words. */
            title: string;
            /** @description The HTTP status. */
            status: number;
            /** @description What went wrong this time. */
            detail: string;
            /** @description The cause, for programs. The page behind `type` lists all codes. */
            code: string;
            /** @description The X-Request-Id of this answer, for support. */
            request_id: string;
            lesson: components["schemas"]["Lesson"];
        };
        /** @description A new account. Unknown members are refused. */
        SignUp: {
            /**
             * Format: email
             * @description Becomes the sign-in name. Case does not matter.
             */
            email: string;
            /** @description 8 to 256 characters, not among the common ones. */
            password: string;
            /** @description What others see. */
            name: string;
            /**
             * @description BCP 47 language tag, returned in canonical form.
             * @default en
             */
            language: string;
            /** @description Also joins the organisation whose code this is, as a learner, once the address is verified. Unknown: 400 with code `unknown`. Case does not matter. */
            join_code?: string;
        };
        /** @description The request was taken. Whether anything was sent is not told, so that nobody learns who has an account. */
        Accepted: {
            /**
             * @description Always `accepted`.
             * @enum {string}
             */
            status: "accepted";
        };
        /** @description An e-mail address. Unknown members are refused. */
        EmailAddress: {
            /**
             * Format: email
             * @description The address.
             */
            email: string;
        };
        /** @description The token of a verification mail. Unknown members are refused. */
        VerificationToken: {
            /** @description From the mail; works once, for 24 hours. */
            token: string;
        };
        /** @description Who, and the proof. Unknown members are refused. */
        LogIn: {
            /**
             * Format: email
             * @description The sign-in name.
             */
            email: string;
            /** @description The password. */
            password: string;
        };
        /** @description A code. Unknown members are refused. */
        LogInCode: {
            /** @description The code. Six digits; backup codes have ten letters and digits. */
            code: string;
        };
        /** @description Where to send the code. Unknown members are refused. */
        CodeChannel: {
            /**
             * @description One of `methods` of the sign-in.
             * @default email
             * @enum {string}
             */
            channel: "email" | "sms";
        };
        /** @description How far the sign-in is. */
        SignInResult: {
            /**
             * @description `signed_in`: done. `second_factor_required`: the session can only call the second-factor operations until one of them succeeds, for ten minutes.
             * @enum {string}
             */
            status: "signed_in" | "second_factor_required";
            /** @description What can finish the sign-in; empty when signed in. */
            methods: ("totp" | "backup_code" | "email" | "sms")[];
        };
        /** @description The old password and the new. Unknown members are refused. */
        PasswordChange: {
            /** @description The password until now. */
            current_password: string;
            /** @description 8 to 256 characters, not among the common ones. */
            new_password: string;
        };
        /** @description The token of a reset mail and the new password. Unknown members are refused. */
        PasswordResetConfirm: {
            /** @description From the mail; works once, for one hour. */
            token: string;
            /** @description 8 to 256 characters, not among the common ones. */
            new_password: string;
        };
        /** @description A place in an organisation. */
        Membership: {
            organisation: components["schemas"]["OrganisationReference"];
            /**
             * @description `owner` and `creator` run the organisation, `learner` learns in it.
             * @enum {string}
             */
            role: "owner" | "creator" | "learner";
        };
        /** @description The signed-in user. */
        Me: {
            /**
             * Format: uuid
             * @description UUIDv7.
             */
            id: string;
            /**
             * Format: email
             * @description The sign-in name.
             */
            email: string;
            /** @description Whether the address was verified. */
            email_verified: boolean;
            /** @description What others see. */
            name: string;
            /** @description BCP 47 language tag, returned in canonical form. */
            language: string;
            /** @description IANA time zone. */
            timezone: string;
            /**
             * @description What a sign-in needs beyond the password.
             * @enum {string}
             */
            second_factor: "none" | "email" | "sms" | "totp";
            /** @description Backup codes not used yet. */
            backup_codes_left: number;
            /** @description Oldest first. */
            memberships: components["schemas"]["Membership"][];
            current_organisation: components["schemas"]["OrganisationReference"] | null;
            /**
             * Format: date-time
             * @description When the account was made.
             */
            created_at: string;
            /**
             * @description Proved phone number, E.164.
             * @example +4915112345678
             */
            phone: string | null;
        };
        /** @description Changes to the user. What is left out stays. Unknown members are refused. */
        PatchedMe: {
            /** @description What others see. */
            name?: string;
            /** @description BCP 47 language tag, returned in canonical form. */
            language?: string;
            /** @description IANA time zone. */
            timezone?: string;
            /**
             * @description Whether a sign-in needs a code sent by e-mail or SMS. An authenticator goes before it while it is enabled.
             * @enum {string}
             */
            second_factor?: "none" | "email" | "sms";
            /** @description Joins the organisation whose code this is, as a learner. Unknown: 400 with code `unknown`. Case does not matter. */
            join_code?: string;
        };
        /** @description What an authenticator needs. */
        TotpEnrolment: {
            /** @description Base32, 160 bits. */
            secret: string;
            /**
             * Format: uri
             * @description For a QR code.
             */
            otpauth_uri: string;
        };
        /** @description Codes to keep in a safe place; shown once. */
        BackupCodes: {
            /** @description Ten codes. */
            backup_codes: string[];
        };
        /** @description The password, or a code of the authenticator. Unknown members are refused. */
        ProofOfUser: {
            /** @description The password. */
            password?: string;
            /** @description A code of the authenticator, or a backup code. */
            code?: string;
        };
        /** @description A scope for each resource; what is left out is `none`. Unknown members are refused. */
        KeyScopesWrite: {
            /**
             * @description `view` permits reads, `edit` permits reads and writes.
             * @default none
             * @enum {string}
             */
            courses: "none" | "view" | "edit";
            /**
             * @description `view` permits reads, `edit` permits reads and writes.
             * @default none
             * @enum {string}
             */
            chapters: "none" | "view" | "edit";
            /**
             * @description `view` permits reads, `edit` permits reads and writes.
             * @default none
             * @enum {string}
             */
            lessons: "none" | "view" | "edit";
            /**
             * @description `view` permits reads, `edit` permits reads and writes.
             * @default none
             * @enum {string}
             */
            org_settings: "none" | "view" | "edit";
        };
        /** @description An API key, without its secret. */
        ApiKey: {
            /**
             * Format: uuid
             * @description UUIDv7.
             */
            id: string;
            /** @description What it is for. */
            name: string;
            /** @description The first characters of the secret, to tell keys apart. */
            display_prefix: string;
            scopes: components["schemas"]["KeyScopes"];
            /**
             * Format: date-time
             * @description When it ends, null for never.
             */
            expires_at: string | null;
            /**
             * Format: date-time
             * @description When it was last used, to the minute; null for never.
             */
            last_used_at: string | null;
            /**
             * Format: uuid
             * @description The user who made it.
             */
            created_by: string | null;
            /**
             * Format: date-time
             * @description When it was made.
             */
            created_at: string;
        };
        /** @description One page of API keys, newest first. */
        ApiKeyList: {
            /** @description How many there are on all pages. */
            count: number;
            /**
             * Format: uri
             * @description Address of the next page, null on the last.
             */
            next: string | null;
            /**
             * Format: uri
             * @description Address of the page before, null on the first.
             */
            previous: string | null;
            /** @description In order. */
            results: components["schemas"]["ApiKey"][];
        };
        /** @description A key to make. Unknown members are refused. */
        ApiKeyWrite: {
            /** @description What it is for; unique among the organisation's keys. */
            name: string;
            /** @default {} */
            scopes: components["schemas"]["KeyScopesWrite"];
            /**
             * Format: date-time
             * @description When it ends, in the future; null for never.
             * @default null
             */
            expires_at: string | null;
        };
        /** @description A new key with its secret, which is shown only here. */
        ApiKeyCreated: {
            /**
             * Format: uuid
             * @description UUIDv7.
             */
            id: string;
            /** @description What it is for. */
            name: string;
            /** @description The first characters of the secret, to tell keys apart. */
            display_prefix: string;
            scopes: components["schemas"]["KeyScopes"];
            /**
             * Format: date-time
             * @description When it ends, null for never.
             */
            expires_at: string | null;
            /**
             * Format: date-time
             * @description When it was last used, to the minute; null for never.
             */
            last_used_at: string | null;
            /**
             * Format: uuid
             * @description The user who made it.
             */
            created_by: string | null;
            /**
             * Format: date-time
             * @description When it was made.
             */
            created_at: string;
            /** @description The key: `Authorization: Bearer <secret>`. */
            secret: string;
        };
        /** @description An organisation to make. Unknown members are refused. */
        OrganisationSetup: {
            /** @description Its name. */
            name: string;
            /** @description Small letters, digits and hyphens, 3 to 63 characters; the name in `<subdomain>.<host>`. Taken or reserved: 400 with code `taken` or `reserved`. */
            subdomain: string;
            /**
             * @description IANA time zone.
             * @default UTC
             */
            timezone: string;
            /**
             * @description BCP 47 language tag, returned in canonical form.
             * @default en
             */
            language: string;
            /**
             * @description ISO 4217 code.
             * @default USD
             */
            currency: string;
        };
        /** @description How the organisation looks. */
        Branding: {
            /** @description Main colour of the brand. `#rrggbb`. */
            primary_color: string | null;
            /** @description Second colour of the brand. `#rrggbb`. */
            accent_color: string | null;
            /**
             * Format: uri
             * @description Address of the logo.
             */
            logo_url: string | null;
        };
        /** @description What a web application needs to know of an organisation. */
        TenantConfig: {
            /**
             * Format: uuid
             * @description UUIDv7.
             */
            id: string;
            /** @description The organisation's name. */
            name: string;
            /** @description Its name in addresses. */
            subdomain: string;
            /** @description Whether a creator of it has verified their e-mail address; until then its API keys are refused. */
            is_verified: boolean;
            /** @description BCP 47 language tag, the default of new courses; returned in canonical form. */
            language: string;
            /** @description IANA time zone, the default of new courses. */
            timezone: string;
            /** @description ISO 4217 code in which courses are priced. */
            currency: string;
            branding: components["schemas"]["Branding"];
            /**
             * Format: uri
             * @description Terms of service.
             */
            terms_url: string | null;
            /**
             * Format: uri
             * @description Privacy policy.
             */
            privacy_url: string | null;
            /**
             * Format: email
             * @description Where learners ask for help.
             */
            support_email: string | null;
        };
        /** @description The organisation's subdomain. */
        Subdomain: {
            /** @description The name. */
            subdomain: string;
        };
        /** @description A new subdomain. Unknown members are refused. */
        PatchedSubdomain: {
            /** @description Small letters, digits and hyphens, 3 to 63 characters; the name in `<subdomain>.<host>`. Taken or reserved: 400 with code `taken` or `reserved`. */
            subdomain: string;
        };
        /** @description A change. */
        AuditEntry: {
            /**
             * Format: uuid
             * @description UUIDv7, in the order of the changes.
             */
            id: string;
            /**
             * @description Who acted.
             * @enum {string}
             */
            actor_type: "user" | "api_key" | "system";
            /**
             * Format: uuid
             * @description The user or the key.
             */
            actor_id: string | null;
            /** @description Their name now; null when they are gone. */
            actor_name: string | null;
            /** @description What happened, as `course.updated`. */
            action: string;
            /**
             * Format: uuid
             * @description What it happened to.
             */
            object_id: string;
            /** @description The members that changed, as they were; open, as every kind of object has its own. Null where the object was made. */
            before: {
                [key: string]: unknown;
            } | null;
            /** @description The same members, as they are; open for the same reason. Null where the object was deleted. */
            after: {
                [key: string]: unknown;
            } | null;
            /** @description The address it came from. */
            ip: string | null;
            /** @description The X-Request-Id of the request. */
            request_id: string | null;
            /**
             * Format: date-time
             * @description When.
             */
            created_at: string;
        };
        /** @description One page of changes, newest first. */
        AuditEntryList: {
            /** @description How many there are on all pages. */
            count: number;
            /**
             * Format: uri
             * @description Address of the next page, null on the last.
             */
            next: string | null;
            /**
             * Format: uri
             * @description Address of the page before, null on the first.
             */
            previous: string | null;
            /** @description In order. */
            results: components["schemas"]["AuditEntry"][];
        };
        /** @description A plan of the service. */
        Plan: {
            /** @description Its name for programs. */
            id: string;
            /** @description Its name. */
            name: string;
            /** @description Most courses; null: no limit. */
            course_limit: number | null;
            /** @description Most API keys; null: no limit. */
            api_key_limit: number | null;
            /** @description Most learners; null: no limit. */
            learner_limit: number | null;
            /** @description Most stored bytes; null: no limit. */
            storage_limit_bytes: number | null;
        };
        /** @description One page of plans, smallest first. */
        PlanList: {
            /** @description How many there are on all pages. */
            count: number;
            /**
             * Format: uri
             * @description Address of the next page, null on the last.
             */
            next: string | null;
            /**
             * Format: uri
             * @description Address of the page before, null on the first.
             */
            previous: string | null;
            /** @description In order. */
            results: components["schemas"]["Plan"][];
        };
        /** @description The organisation's subscription to the service. */
        PlatformSubscription: {
            plan: components["schemas"]["Plan"];
            /**
             * @description While it is `cancelled` or `expired`, API keys are refused with code `subscription_inactive`.
             * @enum {string}
             */
            status: "trialing" | "active" | "past_due" | "cancelled" | "expired";
            /**
             * Format: date-time
             * @description When it began.
             */
            created_at: string;
        };
        /** @description A currency. */
        Currency: {
            /** @description ISO 4217 code in which courses are priced. */
            code: string;
            /** @description Its English name. */
            name: string;
            /** @description Decimal digits of an amount: amounts are whole numbers of the smallest unit. */
            minor_units: number;
        };
        /** @description One page of currencies, by code. */
        CurrencyList: {
            /** @description How many there are on all pages. */
            count: number;
            /**
             * Format: uri
             * @description Address of the next page, null on the last.
             */
            next: string | null;
            /**
             * Format: uri
             * @description Address of the page before, null on the first.
             */
            previous: string | null;
            /** @description In order. */
            results: components["schemas"]["Currency"][];
        };
        /** @description A time zone. */
        TimeZone: {
            /** @description Its IANA name. */
            name: string;
            /** @description Minutes east of UTC now. */
            offset_minutes: number;
        };
        /** @description One page of time zones, by name. */
        TimeZoneList: {
            /** @description How many there are on all pages. */
            count: number;
            /**
             * Format: uri
             * @description Address of the next page, null on the last.
             */
            next: string | null;
            /**
             * Format: uri
             * @description Address of the page before, null on the first.
             */
            previous: string | null;
            /** @description In order. */
            results: components["schemas"]["TimeZone"][];
        };
        /** @description One of the two steps of signing in with a provider. Unknown members are refused. */
        ProviderLogIn: {
            /**
             * @description The provider's name, one of those the service is set up with. Another is 400 with code `unknown`.
             * @example google
             */
            provider: string;
            /**
             * Format: uri
             * @description Left out in the first step. In the second, the whole address that the provider sent the browser back to, with its query.
             */
            callback_url?: string;
        };
        /** @description How far the sign-in is. */
        ProviderLogInResult: {
            /**
             * @description `redirect`: send the browser to `authorization_url`. The others as for a sign-in with a password.
             * @enum {string}
             */
            status: "redirect" | "signed_in" | "second_factor_required";
            /**
             * Format: uri
             * @description Where the browser goes next, with `redirect` only.
             */
            authorization_url: string | null;
            /** @description What can finish the sign-in; empty when signed in. */
            methods: ("totp" | "backup_code" | "email" | "sms")[];
        };
        /** @description The code of a printed card and the new password. Unknown members are refused. */
        CardPasswordReset: {
            /** @description Sixteen letters and digits; hyphens, spaces and case do not matter. Works once, until the date on the card. */
            card_code: string;
            /** @description 8 to 256 characters, not among the common ones. */
            new_password: string;
        };
        /** @description Where to send a code, and for what. Unknown members are refused. */
        PhoneCodeRequest: {
            /**
             * @description E.164: a plus sign, country code and number.
             * @example +4915112345678
             */
            phone: string;
            /**
             * @description `sign_in`: to sign in to the account that has this number. `attach`: to prove the number before it is attached to an account.
             * @default sign_in
             * @enum {string}
             */
            purpose: "sign_in" | "attach";
        };
        /** @description The code that came by SMS. Unknown members are refused. */
        PhoneCode: {
            /**
             * @description E.164: a plus sign, country code and number.
             * @example +4915112345678
             */
            phone: string;
            /**
             * @description `sign_in`: to sign in to the account that has this number. `attach`: to prove the number before it is attached to an account.
             * @default sign_in
             * @enum {string}
             */
            purpose: "sign_in" | "attach";
            /** @description Six digits. */
            code: string;
        };
        /** @description What the code was good for. */
        PhoneCodeResult: {
            /**
             * @description `verified` with the purpose `attach`; the others as for a sign-in with a password.
             * @enum {string}
             */
            status: "signed_in" | "second_factor_required" | "verified";
            /** @description What can finish the sign-in; empty when signed in. */
            methods: ("totp" | "backup_code" | "email" | "sms")[];
            /** @description Proof of the number for attaching it, with `verified` only; works once, for 15 minutes. */
            phone_token: string | null;
        };
        /** @description Proof of a phone number. Unknown members are refused. */
        PhoneToken: {
            /** @description From verifying a code with the purpose `attach`. */
            phone_token: string;
        };
        /** @description The new number, and the password or a code of the authenticator. Unknown members are refused. */
        PhoneChangeStart: {
            /**
             * @description E.164: a plus sign, country code and number.
             * @example +4915112345678
             */
            phone: string;
            /** @description The password. */
            password?: string;
            /** @description A code of the authenticator, or a backup code. */
            code?: string;
        };
        /** @description A copy of what the service holds of the user. */
        DataExport: {
            /**
             * Format: uuid
             * @description UUIDv7.
             */
            id: string;
            /**
             * @description It can be downloaded while `ready`.
             * @enum {string}
             */
            status: "queued" | "ready" | "failed" | "expired";
            /** @description Size of the file, once there is one. */
            size_bytes: number | null;
            /**
             * Format: date-time
             * @description Until when it can be downloaded: seven days after it was ready.
             */
            expires_at: string | null;
            /**
             * Format: date-time
             * @description When it was asked for.
             */
            created_at: string;
        };
        /** @description One page of exports, newest first. */
        DataExportList: {
            /** @description How many there are on all pages. */
            count: number;
            /**
             * Format: uri
             * @description Address of the next page, null on the last.
             */
            next: string | null;
            /**
             * Format: uri
             * @description Address of the page before, null on the first.
             */
            previous: string | null;
            /** @description In order. */
            results: components["schemas"]["DataExport"][];
        };
        /** @description When the account will be erased. */
        DeletionScheduled: {
            /**
             * @description Always `scheduled`.
             * @enum {string}
             */
            status: "scheduled";
            /**
             * Format: date-time
             * @description From then on the account is gone. Signing in before keeps it.
             */
            due_at: string;
        };
        /** @description Changes to how the organisation looks. What is left out stays. Unknown members are refused. */
        PatchedBranding: {
            /** @description Main colour of the brand. `#rrggbb`. */
            primary_color?: string | null;
            /** @description Second colour of the brand. `#rrggbb`. */
            accent_color?: string | null;
            /** @description Null removes the logo; a logo is set by uploading it. */
            logo_url?: null;
        };
        /** @description The image. Unknown members are refused. */
        LogoUpload: {
            /**
             * Format: binary
             * @description PNG, JPEG or WebP, told by its content. Another content is 400 on `file` with code `not_an_image`; more than 5 MiB or 50 million pixels is 400 with `too_large`.
             */
            file: string;
        };
        /**
         * @description The domain. Unknown members are refused.
         * @example {
         *       "hostname": "learn.example.org"
         *     }
         */
        DomainClaim: {
            /** @description A host name of at least three labels, as `learn.example.org`; names in other scripts are stored as ASCII (RFC 5891). */
            hostname: string;
        };
        /** @description A record to make where the domain is managed. */
        DnsRecord: {
            /**
             * @description Its type.
             * @enum {string}
             */
            type: "TXT" | "CNAME";
            /** @description Its name. */
            name: string;
            /** @description Its value. */
            value: string;
        };
        /** @description The organisation's own domain. */
        CustomDomain: {
            /** @description The host name. */
            hostname: string;
            /**
             * @description `pending`: the TXT record was not seen yet. `verified`: it was; the organisation has the domain. `active`: the CNAME record leads here too, so that the domain works. `failed`: `check_error` says why.
             * @enum {string}
             */
            status: "pending" | "verified" | "active" | "failed";
            /**
             * @description What the last check missed, null where it missed nothing. `dns_unreachable` leaves the status as it was.
             * @enum {string|null}
             */
            check_error: "txt_missing" | "txt_wrong" | "cname_missing" | "cname_wrong" | "claim_expired" | "domain_taken" | "dns_unreachable" | null;
            /**
             * Format: date-time
             * @description When DNS was last asked.
             */
            last_checked_at: string | null;
            /**
             * Format: date-time
             * @description Until when the TXT record must be seen; null while it is.
             */
            claim_expires_at: string | null;
            /** @description The records that are needed. */
            records: components["schemas"]["DnsRecord"][];
            /**
             * Format: date-time
             * @description When it was claimed.
             */
            created_at: string;
        };
        /** @description By which learners join the organisation. */
        JoinCode: {
            /** @description Eight letters and digits without those that look alike. */
            join_code: string;
            /**
             * Format: uri
             * @description Address of the sign-up with the code.
             */
            join_url: string;
        };
        /** @description A step on the way to a running organisation. */
        OnboardingStep: {
            /**
             * @description The step.
             * @enum {string}
             */
            step: "verify_email" | "branding" | "first_course" | "publish_course" | "invite_learners" | "custom_domain";
            /** @description Whether it was done. */
            is_done: boolean;
            /** @description Whether it was skipped. */
            is_skipped: boolean;
        };
        /** @description How far the organisation is set up. */
        Onboarding: {
            /** @description In the order in which they make sense. */
            steps: components["schemas"]["OnboardingStep"][];
            /** @description Whether every step is done or skipped. */
            is_complete: boolean;
        };
        /** @description What to skip. Unknown members are refused. */
        OnboardingSkip: {
            /**
             * @description One step; left out, all that are not done.
             * @enum {string}
             */
            step?: "verify_email" | "branding" | "first_course" | "publish_course" | "invite_learners" | "custom_domain";
        };
        /** @description What this browser agreed to. */
        CookieConsent: {
            /** @description The version of the cookie policy in force. */
            policy_version: string;
            /** @description Whether there is a decision on the version in force; false asks the visitor. */
            is_decided: boolean;
            /** @description Cookies that remember settings. */
            preferences: boolean;
            /** @description Cookies that count visits. */
            analytics: boolean;
            /** @description Cookies for advertising. */
            marketing: boolean;
            /**
             * Format: date-time
             * @description When; null where nothing was decided on the version in force.
             */
            decided_at: string | null;
        };
        /** @description What the visitor agrees to. Necessary cookies need no consent. Unknown members are refused. */
        CookieChoice: {
            /** @description Cookies that remember settings. */
            preferences: boolean;
            /** @description Cookies that count visits. */
            analytics: boolean;
            /** @description Cookies for advertising. */
            marketing: boolean;
        };
        /** @description A policy, and what the user agreed to. */
        PolicyConsent: {
            /**
             * @description The policy.
             * @enum {string}
             */
            policy: "terms" | "privacy";
            /** @description The version in force: the date from which it holds. */
            version: string;
            /**
             * Format: uri
             * @description Where it can be read.
             */
            url: string;
            /** @description The newest version that the user accepted; null for none. */
            accepted_version: string | null;
            /**
             * Format: date-time
             * @description When.
             */
            accepted_at: string | null;
            /** @description Whether the version in force was accepted. */
            is_accepted: boolean;
        };
        /** @description The policies and what the user agreed to. */
        LegalConsent: {
            /** @description Every policy. */
            policies: components["schemas"]["PolicyConsent"][];
            /** @description Whether every version in force was accepted. */
            is_complete: boolean;
        };
        /** @description A policy that the user accepts. Unknown members are refused. */
        PolicyAcceptance: {
            /**
             * @description The policy.
             * @enum {string}
             */
            policy: "terms" | "privacy";
            /**
             * @description The version that was shown.
             * @example 2026-01-01
             */
            version: string;
        };
        /** @description What the user accepts. Unknown members are refused. */
        LegalAcceptance: {
            /** @description At least one. */
            accept: components["schemas"]["PolicyAcceptance"][];
        };
        /** @description How an event is told. */
        NotificationSetting: {
            /**
             * @description What happened. The first six go to learners, the others to who runs the organisation; `weekly_summary` comes on Mondays at 7 by its clock, where something happened in the week before.
             * @enum {string}
             */
            event: "enrollment_created" | "course_published" | "lesson_opened" | "grade_posted" | "certificate_issued" | "discussion_reply" | "learner_enrolled" | "submission_received" | "order_paid" | "order_refunded" | "weekly_summary";
            /** @description Whether it is sent by e-mail. */
            email: boolean;
            /** @description Whether it is sent by SMS, to who has a proved number. */
            sms: boolean;
        };
        /** @description What the organisation sends. */
        NotificationOrgSettings: {
            /** @description Name on the mails; null: the organisation's name. */
            sender_name: string | null;
            /**
             * Format: email
             * @description Where answers go; null: the organisation's support address.
             */
            reply_to: string | null;
            /** @description Every event. */
            events: components["schemas"]["NotificationSetting"][];
        };
        /** @description How an event is told. Unknown members are refused. */
        NotificationSettingWrite: {
            /**
             * @description What happened. The first six go to learners, the others to who runs the organisation; `weekly_summary` comes on Mondays at 7 by its clock, where something happened in the week before.
             * @enum {string}
             */
            event: "enrollment_created" | "course_published" | "lesson_opened" | "grade_posted" | "certificate_issued" | "discussion_reply" | "learner_enrolled" | "submission_received" | "order_paid" | "order_refunded" | "weekly_summary";
            /** @description Whether it is sent by e-mail. */
            email: boolean;
            /** @description Whether it is sent by SMS, to who has a proved number. */
            sms: boolean;
        };
        /** @description What the organisation sends. Replaces the settings whole. Unknown members are refused. */
        NotificationOrgSettingsWrite: {
            /**
             * @description Name on the mails; null: the organisation's name.
             * @default null
             */
            sender_name: string | null;
            /**
             * Format: email
             * @description Where answers go; null: the organisation's support address.
             * @default null
             */
            reply_to: string | null;
            /** @description Each event at most once (400 with code `duplicate`); those left out are as at the start. */
            events: components["schemas"]["NotificationSettingWrite"][];
        };
        /** @description What the user wants to be told. */
        NotificationPreferences: {
            /** @description Every event. */
            events: components["schemas"]["NotificationSetting"][];
        };
        /** @description How an event is told. What is left out stays. Unknown members are refused. */
        NotificationSettingPatch: {
            /**
             * @description What happened. The first six go to learners, the others to who runs the organisation; `weekly_summary` comes on Mondays at 7 by its clock, where something happened in the week before.
             * @enum {string}
             */
            event: "enrollment_created" | "course_published" | "lesson_opened" | "grade_posted" | "certificate_issued" | "discussion_reply" | "learner_enrolled" | "submission_received" | "order_paid" | "order_refunded" | "weekly_summary";
            /** @description Whether it is sent by e-mail. */
            email?: boolean;
            /** @description Whether it is sent by SMS, to who has a proved number. */
            sms?: boolean;
        };
        /** @description Changes to the preferences. Unknown members are refused. */
        PatchedNotificationPreferences: {
            /** @description Each event at most once (400 with code `duplicate`); those left out stay. */
            events: components["schemas"]["NotificationSettingPatch"][];
        };
        /**
         * @description A subscription. Unknown members are refused.
         * @example {
         *       "plan_id": "enterprise",
         *       "status": "active"
         *     }
         */
        QaSubscriptionWrite: {
            /** @description The plan. Unknown: 400 with code `unknown`. */
            plan_id: string;
            /**
             * @description While it is `cancelled` or `expired`, API keys are refused with code `subscription_inactive`.
             * @enum {string}
             */
            status: "trialing" | "active" | "past_due" | "cancelled" | "expired";
        };
        /**
         * @description A domain and its state. Unknown members are refused.
         * @example {
         *       "hostname": "learn.example.org",
         *       "status": "pending"
         *     }
         */
        QaDomainClaim: {
            /** @description A host name of at least three labels, as `learn.example.org`; names in other scripts are stored as ASCII (RFC 5891). */
            hostname: string;
            /**
             * @description `pending`: the TXT record was not seen yet. `verified`: it was; the organisation has the domain. `active`: the CNAME record leads here too, so that the domain works. `failed`: `check_error` says why.
             * @enum {string}
             */
            status: "pending" | "verified" | "active" | "failed";
            /**
             * @description Whether its claim has run out, so that the next check fails it unless a proved domain has its TXT record.
             * @default false
             */
            expired: boolean;
        };
        /**
         * @description A course to make, or to replace another with. What is left out takes its default. Unknown members are refused.
         * @example {
         *       "title": "The Unix Shell",
         *       "description": "Learn to work at the command line.",
         *       "level": "beginner",
         *       "language": "en",
         *       "category": 3,
         *       "length_mode": "duration",
         *       "duration_days": 90
         *     }
         */
        StudioCourseWrite: {
            /** @description The name learners see. Must hold more than white space. */
            title: string;
            /** @description The course's name in addresses, unique in the organisation. Left out: made from the title, with `-2`, `-3` ... where taken. Sent and taken by another course: 400 with code `taken`. */
            slug?: string;
            /**
             * @description Free-form: plain text or markdown, or a rich-text document as JSON. Stored as sent and never interpreted. At most 64 KiB as JSON.
             * @default null
             */
            description: string | {
                [key: string]: unknown;
            } | unknown[] | null;
            /**
             * Format: uri
             * @description Picture shown in lists.
             * @default null
             */
            thumbnail_url: string | null;
            /**
             * @description `draft`: only creators see it. `published`: open to learners by its visibility; `published_at` is set at the first publication. `archived`: closed to new learners.
             * @default draft
             * @enum {string}
             */
            status: "draft" | "published" | "archived";
            /**
             * @description `public`: listed in discovery. `unlisted`: reached by its address only. `private`: by invitation or enrolment only.
             * @default public
             * @enum {string}
             */
            visibility: "public" | "unlisted" | "private";
            /**
             * @description How much the learner should know already.
             * @default all_levels
             * @enum {string}
             */
            level: "all_levels" | "beginner" | "intermediate" | "advanced";
            /**
             * @description The school stage it is meant for.
             * @default any
             * @enum {string}
             */
            grade_level: "any" | "early_childhood" | "primary" | "lower_secondary" | "upper_secondary" | "higher_education" | "professional";
            /**
             * @description BCP 47 language tag, returned in canonical form. Default: the organisation's language.
             * @example en
             * @example pt-BR
             */
            language?: string;
            /**
             * @description Id in the catalogue of categories: 1 Arts and design, 2 Business, 3 Computing, 4 Engineering, 5 Health and medicine, 6 Humanities, 7 Languages, 8 Law, 9 Lifestyle, 10 Marketing, 11 Mathematics, 12 Music, 13 Natural sciences, 14 Personal development, 15 Social sciences, 16 Sport and fitness, 17 Teaching, 18 Vocational training. Another id: 400 with code `unknown`.
             * @default null
             */
            category: number | null;
            /**
             * @description How long the whole course takes.
             * @default null
             */
            estimated_duration_minutes: number | null;
            /**
             * @description Free-form blocks of the sales page, in order, as the page builder writes them. Stored as sent. At most 256 KiB as JSON.
             * @default null
             */
            sales_page_blocks: unknown[] | {
                [key: string]: unknown;
            } | null;
            /**
             * @description Headline of the sales page; null shows the title.
             * @default null
             */
            landing_title: string | null;
            /**
             * @description Title for search engines.
             * @default null
             */
            meta_title: string | null;
            /**
             * @description Description for search engines.
             * @default null
             */
            meta_description: string | null;
            /**
             * Format: uri
             * @description Picture for shared links.
             * @default null
             */
            og_image_url: string | null;
            /**
             * @description IANA time zone in which the course's dates and times are read. Default: the organisation's time zone.
             * @example Europe/Berlin
             */
            timezone?: string;
            /**
             * @description `open_ended`: access does not end. `duration`: access lasts `duration_days` from enrolment, which is then required. `dates`: the course runs from `start_date` to `end_date`, both required, start not after end.
             * @default open_ended
             * @enum {string}
             */
            length_mode: "open_ended" | "duration" | "dates";
            /**
             * @description Days of access. Only with `length_mode: duration`: sent with another mode it is refused, and changing the mode clears it.
             * @default null
             */
            duration_days: number | null;
            /**
             * Format: date
             * @description First day. Allowed in every length mode, required for `dates`. YYYY-MM-DD, years 1900 to 2199, local to the course's time zone.
             * @default null
             */
            start_date: string | null;
            /**
             * Format: date
             * @description Last day, included. Only with `length_mode: dates`: sent with another mode it is refused, and changing the mode clears it. YYYY-MM-DD, years 1900 to 2199, local to the course's time zone.
             * @default null
             */
            end_date: string | null;
            /**
             * @description What day 0 of lesson schedules is: the day of enrolment, the day the learner first opens the course, or the start of the course or of the cohort.
             * @default enrollment
             * @enum {string}
             */
            schedule_basis: "enrollment" | "first_access" | "course_start";
        };
        /**
         * @description Changes to a course. What is left out stays. Unknown members are refused.
         * @example {
         *       "status": "published"
         *     }
         */
        PatchedStudioCourse: {
            /** @description The name learners see. Must hold more than white space. */
            title?: string;
            /** @description The course's name in addresses, unique in the organisation. Left out: made from the title, with `-2`, `-3` ... where taken. Sent and taken by another course: 400 with code `taken`. */
            slug?: string;
            /** @description Free-form: plain text or markdown, or a rich-text document as JSON. Stored as sent and never interpreted. At most 64 KiB as JSON. */
            description?: string | {
                [key: string]: unknown;
            } | unknown[] | null;
            /**
             * Format: uri
             * @description Picture shown in lists.
             */
            thumbnail_url?: string | null;
            /**
             * @description `draft`: only creators see it. `published`: open to learners by its visibility; `published_at` is set at the first publication. `archived`: closed to new learners.
             * @enum {string}
             */
            status?: "draft" | "published" | "archived";
            /**
             * @description `public`: listed in discovery. `unlisted`: reached by its address only. `private`: by invitation or enrolment only.
             * @enum {string}
             */
            visibility?: "public" | "unlisted" | "private";
            /**
             * @description How much the learner should know already.
             * @enum {string}
             */
            level?: "all_levels" | "beginner" | "intermediate" | "advanced";
            /**
             * @description The school stage it is meant for.
             * @enum {string}
             */
            grade_level?: "any" | "early_childhood" | "primary" | "lower_secondary" | "upper_secondary" | "higher_education" | "professional";
            /**
             * @description BCP 47 language tag, returned in canonical form. Default: the organisation's language.
             * @example en
             * @example pt-BR
             */
            language?: string;
            /** @description Id in the catalogue of categories: 1 Arts and design, 2 Business, 3 Computing, 4 Engineering, 5 Health and medicine, 6 Humanities, 7 Languages, 8 Law, 9 Lifestyle, 10 Marketing, 11 Mathematics, 12 Music, 13 Natural sciences, 14 Personal development, 15 Social sciences, 16 Sport and fitness, 17 Teaching, 18 Vocational training. Another id: 400 with code `unknown`. */
            category?: number | null;
            /** @description How long the whole course takes. */
            estimated_duration_minutes?: number | null;
            /** @description Free-form blocks of the sales page, in order, as the page builder writes them. Stored as sent. At most 256 KiB as JSON. */
            sales_page_blocks?: unknown[] | {
                [key: string]: unknown;
            } | null;
            /** @description Headline of the sales page; null shows the title. */
            landing_title?: string | null;
            /** @description Title for search engines. */
            meta_title?: string | null;
            /** @description Description for search engines. */
            meta_description?: string | null;
            /**
             * Format: uri
             * @description Picture for shared links.
             */
            og_image_url?: string | null;
            /**
             * @description IANA time zone in which the course's dates and times are read. Default: the organisation's time zone.
             * @example Europe/Berlin
             */
            timezone?: string;
            /**
             * @description `open_ended`: access does not end. `duration`: access lasts `duration_days` from enrolment, which is then required. `dates`: the course runs from `start_date` to `end_date`, both required, start not after end.
             * @enum {string}
             */
            length_mode?: "open_ended" | "duration" | "dates";
            /** @description Days of access. Only with `length_mode: duration`: sent with another mode it is refused, and changing the mode clears it. */
            duration_days?: number | null;
            /**
             * Format: date
             * @description First day. Allowed in every length mode, required for `dates`. YYYY-MM-DD, years 1900 to 2199, local to the course's time zone.
             */
            start_date?: string | null;
            /**
             * Format: date
             * @description Last day, included. Only with `length_mode: dates`: sent with another mode it is refused, and changing the mode clears it. YYYY-MM-DD, years 1900 to 2199, local to the course's time zone.
             */
            end_date?: string | null;
            /**
             * @description What day 0 of lesson schedules is: the day of enrolment, the day the learner first opens the course, or the start of the course or of the cohort.
             * @enum {string}
             */
            schedule_basis?: "enrollment" | "first_access" | "course_start";
        };
        /**
         * @description A chapter to make, or to replace another with. What is left out takes its default. Unknown members are refused.
         * @example {
         *       "title": "Pipes and filters",
         *       "is_published": true
         *     }
         */
        StudioChapterWrite: {
            /** @description The name learners see. Must hold more than white space. */
            title: string;
            /** @description Place in the course from 1, always dense: inserting moves the others on, deleting closes the gap. Left out: last on create, unchanged on replace. Beyond the end: last. */
            position?: number;
            /**
             * @description Whether learners see the chapter.
             * @default false
             */
            is_published: boolean;
            /**
             * @description Opens only when the chapter before it is completed.
             * @default false
             */
            requires_previous_chapter: boolean;
            /**
             * @description Its lessons open one after another, each when the one before is completed.
             * @default false
             */
            sequential_lessons: boolean;
        };
        /**
         * @description Changes to a chapter. What is left out stays. Unknown members are refused.
         * @example {
         *       "position": 1
         *     }
         */
        PatchedStudioChapter: {
            /** @description The name learners see. Must hold more than white space. */
            title?: string;
            /** @description Place in the course from 1, always dense: inserting moves the others on, deleting closes the gap. Left out: last on create, unchanged on replace. Beyond the end: last. */
            position?: number;
            /** @description Whether learners see the chapter. */
            is_published?: boolean;
            /** @description Opens only when the chapter before it is completed. */
            requires_previous_chapter?: boolean;
            /** @description Its lessons open one after another, each when the one before is completed. */
            sequential_lessons?: boolean;
        };
        /**
         * @description A lesson to make. What is left out takes its default. Unknown members are refused.
         * @example {
         *       "title": "What is a shell?",
         *       "content_type": "lesson",
         *       "content": {
         *         "format": "markdown",
         *         "body": "A shell is a program that runs programs."
         *       },
         *       "is_published": true
         *     }
         */
        StudioLessonWrite: {
            /** @description The name learners see. Must hold more than white space. */
            title: string;
            /** @description Place in the chapter from 1, always dense: inserting moves the others on, deleting closes the gap. Left out: last on create. Beyond the end: last. */
            position?: number;
            /**
             * @description Whether learners see the lesson.
             * @default false
             */
            is_published: boolean;
            /**
             * @description What the lesson is; it chooses the rules of `content`. Changing it without sending `content` clears the content.
             * @default lesson
             * @enum {string}
             */
            content_type: "quiz" | "lesson" | "video" | "document" | "assignment" | "embed";
            /** @default null */
            content: components["schemas"]["LessonContent"];
            /**
             * @description Open to visitors who are not enrolled.
             * @default false
             */
            is_free_preview: boolean;
            /**
             * @description Day the lesson opens, counted in the course's calendar days from the schedule basis (day 0). Null: open from the start.
             * @default null
             */
            opens_day_offset: number | null;
            /**
             * @description When on that day it opens; null means 00:00. Needs `opens_day_offset`. Wall time HH:MM, 00:00 to 23:59, in the course's time zone.
             * @default null
             */
            opens_time: string | null;
            /**
             * @description Day the lesson closes. Null: never. The closing moment must be after the opening one.
             * @default null
             */
            closes_day_offset: number | null;
            /**
             * @description When on that day it closes (from this moment on it is closed); null means 00:00. Needs `closes_day_offset`. Wall time HH:MM, 00:00 to 23:59, in the course's time zone.
             * @default null
             */
            closes_time: string | null;
            /**
             * @description Minutes a learner may view it, counted from the learner's first opening. Null: no limit.
             * @default null
             */
            view_window_minutes: number | null;
        };
        /**
         * @description Changes to a lesson. What is left out stays, except that `updated_at` is required. Unknown members are refused.
         * @example {
         *       "title": "What is a shell for?",
         *       "updated_at": "2026-11-20T09:30:00.123Z"
         *     }
         */
        PatchedStudioLesson: {
            /** @description The name learners see. Must hold more than white space. */
            title?: string;
            /** @description Place in the chapter from 1, always dense: inserting moves the others on, deleting closes the gap. Left out: last on create. Beyond the end: last. */
            position?: number;
            /** @description Whether learners see the lesson. */
            is_published?: boolean;
            /**
             * @description What the lesson is; it chooses the rules of `content`. Changing it without sending `content` clears the content.
             * @enum {string}
             */
            content_type?: "quiz" | "lesson" | "video" | "document" | "assignment" | "embed";
            content?: components["schemas"]["LessonContent"];
            /** @description Open to visitors who are not enrolled. */
            is_free_preview?: boolean;
            /** @description Day the lesson opens, counted in the course's calendar days from the schedule basis (day 0). Null: open from the start. */
            opens_day_offset?: number | null;
            /** @description When on that day it opens; null means 00:00. Needs `opens_day_offset`. Wall time HH:MM, 00:00 to 23:59, in the course's time zone. */
            opens_time?: string | null;
            /** @description Day the lesson closes. Null: never. The closing moment must be after the opening one. */
            closes_day_offset?: number | null;
            /** @description When on that day it closes (from this moment on it is closed); null means 00:00. Needs `closes_day_offset`. Wall time HH:MM, 00:00 to 23:59, in the course's time zone. */
            closes_time?: string | null;
            /** @description Minutes a learner may view it, counted from the learner's first opening. Null: no limit. */
            view_window_minutes?: number | null;
            /**
             * Format: date-time
             * @description The `updated_at` last read. Stale: 409 with code `stale_lesson`.
             */
            updated_at: string;
        };
        /** @description A course that the user opened lately. */
        RecentCourse: {
            course: components["schemas"]["CourseSummary"];
            /**
             * Format: date-time
             * @description When they last opened it.
             */
            touched_at: string;
        };
        /** @description One page of courses, last opened first. */
        RecentCourseList: {
            /** @description How many there are on all pages. */
            count: number;
            /**
             * Format: uri
             * @description Address of the next page, null on the last.
             */
            next: string | null;
            /**
             * Format: uri
             * @description Address of the page before, null on the first.
             */
            previous: string | null;
            /** @description In order. */
            results: components["schemas"]["RecentCourse"][];
        };
        /** @description What enrolling costs. */
        Price: {
            /** @description In the smallest unit of the currency (cents). Null: free. */
            amount: number | null;
            /** @description ISO 4217 code. */
            currency: string;
            /** @description Whether anyone may enrol without paying: no amount, or 0. */
            is_free: boolean;
        };
        /** @description What enrolling costs. Unknown members are refused. */
        PriceWrite: {
            /** @description In the smallest unit of the currency (cents). Null or 0: free. */
            amount: number | null;
            /** @description ISO 4217 code; left out: the organisation's currency. */
            currency?: string;
        };
        /** @description Lets its holder see the course as a learner would. */
        PreviewToken: {
            /** @description Send it as `token`, or when enrolling as `preview_token`. */
            token: string;
            /**
             * Format: uri
             * @description Address of the preview, for a QR code.
             */
            url: string;
            /**
             * Format: date-time
             * @description Until when: one hour.
             */
            expires_at: string;
        };
        /** @description A course in short, for learners. */
        CourseCard: {
            /**
             * Format: uuid
             * @description UUIDv7.
             */
            id: string;
            /** @description The name learners see. Must hold more than white space. */
            title: string;
            /** @description The course's name in addresses, unique in the organisation. Left out: made from the title, with `-2`, `-3` ... where taken. Sent and taken by another course: 400 with code `taken`. */
            slug: string;
            /**
             * Format: uri
             * @description Picture shown in lists.
             */
            thumbnail_url: string | null;
            /**
             * @description BCP 47 language tag, returned in canonical form. Default: the organisation's language.
             * @example en
             * @example pt-BR
             */
            language: string;
            /**
             * @description How much the learner should know already.
             * @enum {string}
             */
            level: "all_levels" | "beginner" | "intermediate" | "advanced";
            /**
             * @description The school stage it is meant for.
             * @enum {string}
             */
            grade_level: "any" | "early_childhood" | "primary" | "lower_secondary" | "upper_secondary" | "higher_education" | "professional";
            /** @description Id in the catalogue of categories: 1 Arts and design, 2 Business, 3 Computing, 4 Engineering, 5 Health and medicine, 6 Humanities, 7 Languages, 8 Law, 9 Lifestyle, 10 Marketing, 11 Mathematics, 12 Music, 13 Natural sciences, 14 Personal development, 15 Social sciences, 16 Sport and fitness, 17 Teaching, 18 Vocational training. Another id: 400 with code `unknown`. */
            category: number | null;
            /** @description How long the whole course takes. */
            estimated_duration_minutes: number | null;
            /** @description Headline of the sales page; null shows the title. */
            landing_title: string | null;
        };
        /** @description A lesson in the outline, without its content. */
        CurriculumLesson: {
            /**
             * Format: uuid
             * @description UUIDv7.
             */
            id: string;
            /**
             * Format: uuid
             * @description Its chapter.
             */
            chapter_id: string;
            /** @description The name learners see. Must hold more than white space. */
            title: string;
            /** @description Place in the chapter from 1, always dense: inserting moves the others on, deleting closes the gap. Left out: last on create. Beyond the end: last. */
            position: number;
            /**
             * @description What the lesson is; it chooses the rules of `content`. Changing it without sending `content` clears the content.
             * @enum {string}
             */
            content_type: "quiz" | "lesson" | "video" | "document" | "assignment" | "embed";
            /** @description Whether learners see the lesson. */
            is_published: boolean;
            /** @description Open to visitors who are not enrolled. */
            is_free_preview: boolean;
            /**
             * @description How far the learner is.
             * @enum {string}
             */
            state: "not_started" | "in_progress" | "completed";
            /**
             * @description Why the learner cannot open it, null where they can.
             * @enum {string|null}
             */
            lock_reason: "not_enrolled" | "not_yet_open" | "closed" | "view_window_over" | "previous_chapter" | "previous_lesson" | "expired" | "unpublished" | null;
            /**
             * Format: date-time
             * @description When it opens or opened for this learner; null: always open, or not known before they begin.
             */
            opens_at: string | null;
            /**
             * Format: date-time
             * @description When it closes for this learner; null: never, or not known yet.
             */
            closes_at: string | null;
        };
        /** @description One page of lessons, in the order of the course. */
        CurriculumLessonList: {
            /** @description How many there are on all pages. */
            count: number;
            /**
             * Format: uri
             * @description Address of the next page, null on the last.
             */
            next: string | null;
            /**
             * Format: uri
             * @description Address of the page before, null on the first.
             */
            previous: string | null;
            /** @description In order. */
            results: components["schemas"]["CurriculumLesson"][];
        };
        /** @description A chapter in the outline. */
        CurriculumChapter: {
            /**
             * Format: uuid
             * @description UUIDv7.
             */
            id: string;
            /** @description The name learners see. Must hold more than white space. */
            title: string;
            /** @description Place in the course from 1, always dense: inserting moves the others on, deleting closes the gap. Left out: last on create, unchanged on replace. Beyond the end: last. */
            position: number;
            /** @description Whether learners see the chapter. */
            is_published: boolean;
            /** @description Lessons in it that this user sees. */
            lesson_count: number;
            /** @description Those of them that the learner has completed. */
            completed_lessons: number;
            /** @description Share of its lessons that is completed. 0 to 100, rounded down to two decimals, so that 100 means all; 0 where there is nothing to do. */
            percent: number;
            /**
             * @description Why the learner cannot open it, null where they can.
             * @enum {string|null}
             */
            lock_reason: "not_enrolled" | "not_yet_open" | "closed" | "view_window_over" | "previous_chapter" | "previous_lesson" | "expired" | "unpublished" | null;
        };
        /** @description The outline of a course for this user. */
        Curriculum: {
            course: components["schemas"]["CourseCard"];
            /** @description Whether the user learns in it. */
            is_enrolled: boolean;
            /**
             * Format: uuid
             * @description Their enrolment.
             */
            enrollment_id: string | null;
            /** @description Share of the lessons that is completed. 0 to 100, rounded down to two decimals, so that 100 means all; 0 where there is nothing to do. */
            percent: number;
            /** @description Lessons that this user sees. */
            lesson_count: number;
            /** @description Those of them that are completed. */
            completed_lessons: number;
            /** @description All chapters that this user sees, in order. */
            chapters: components["schemas"]["CurriculumChapter"][];
            lessons: components["schemas"]["CurriculumLessonList"];
        };
        /** @description A course as a learner would see it on a phone. */
        PhonePreview: {
            course: components["schemas"]["CourseCard"];
            /** @description Free-form: plain text or markdown, or a rich-text document as JSON. Stored as sent and never interpreted. At most 64 KiB as JSON. */
            description: string | {
                [key: string]: unknown;
            } | unknown[] | null;
            /** @description Free-form blocks of the sales page, in order, as the page builder writes them. Stored as sent. At most 256 KiB as JSON. */
            sales_page_blocks: unknown[] | {
                [key: string]: unknown;
            } | null;
            price: components["schemas"]["Price"];
            branding: components["schemas"]["Branding"];
            /** @description All chapters, in order. */
            chapters: components["schemas"]["CurriculumChapter"][];
            lessons: components["schemas"]["CurriculumLessonList"];
        };
        /** @description The complete order. Unknown members are refused. */
        Order: {
            /** @description Every one exactly once: one missing, foreign or repeated is 400 on `ids` with code `incomplete`, and nothing moves. */
            ids: string[];
        };
        /** @description Whether to publish. Unknown members are refused. */
        ChapterPublication: {
            /**
             * @description False takes the chapter back.
             * @default true
             */
            is_published: boolean;
            /**
             * @description Whether its lessons are published with it; taking a chapter back leaves them as they are.
             * @default false
             */
            include_lessons: boolean;
        };
        /** @description What learners see now. */
        ChapterPublished: {
            chapter: components["schemas"]["Chapter"];
            /** @description Its lessons that learners see now. */
            visible_lessons: number;
            /** @description Its lessons that they do not see. */
            hidden_lessons: number;
            /** @description Whether the course is published; until then learners see nothing of it. */
            course_is_published: boolean;
        };
        /** @description A question without its key. */
        PaperQuestion: {
            /** @description Names the question in answers. */
            id: string;
            /**
             * @description Its kind.
             * @enum {string}
             */
            type: "single" | "multiple" | "true_false" | "short_text" | "numeric" | "essay" | "matching" | "ordering";
            /** @description What is asked, in markdown. */
            prompt: string;
            /** @description Points for a full answer. */
            points: number;
            /** @description What to choose from or to put in order; empty for other kinds. In an order of its own for each attempt where the quiz says so, and always for `ordering`. */
            choices: components["schemas"]["QuizChoice"][];
            /** @description The sides of a matching question that stand still; `id` is the pair. */
            lefts: components["schemas"]["QuizChoice"][];
            /** @description The sides of a matching question to find, shuffled. */
            rights: string[];
            /** @description Shown beside the field of a numeric answer. */
            unit: string | null;
            /** @description Fewest words of an essay. */
            min_words: number | null;
            /** @description Most words of an essay. */
            max_words: number | null;
        };
        /** @description A quiz as a learner sees it. */
        QuizPaper: {
            /** @description Shown before the first question, in markdown. */
            instructions: string | null;
            /** @description In the order of the running attempt, else as written. */
            questions: components["schemas"]["PaperQuestion"][];
            /** @description How often a learner may try; null: without limit. */
            max_attempts: number | null;
            /** @description Minutes for one attempt; null: no limit. */
            time_limit_minutes: number | null;
            /** @description Share of the points that passes. */
            passing_score_percent: number;
            /**
             * @description When learners see the right answers.
             * @default after_attempt
             * @enum {string}
             */
            show_answers: "after_attempt" | "after_passing" | "never";
        };
        /** @description A stored file that the content names. */
        LessonFile: {
            /**
             * Format: uuid
             * @description The media object or document in the content.
             */
            id: string;
            /**
             * Format: uri
             * @description Where it can be read, with ranges, until it expires.
             */
            url: string;
            /** @description Its media type. */
            content_type: string;
            /** @description Its name. */
            file_name: string;
            /**
             * Format: date-time
             * @description Until when the address works: an hour.
             */
            expires_at: string;
        };
        /** @description A lesson for this user. Who runs the organisation sees the content as it was written; learners see it without keys, solutions and notes for graders, and not at all while it is locked. */
        LessonView: {
            /**
             * Format: uuid
             * @description UUIDv7.
             */
            id: string;
            /**
             * Format: uuid
             * @description The course it belongs to.
             */
            course_id: string;
            /**
             * Format: uuid
             * @description The chapter it belongs to.
             */
            chapter_id: string;
            /** @description The name learners see. Must hold more than white space. */
            title: string;
            /** @description Place in the chapter from 1, always dense: inserting moves the others on, deleting closes the gap. Left out: last on create. Beyond the end: last. */
            position: number;
            /** @description Whether learners see the lesson. */
            is_published: boolean;
            /**
             * @description What the lesson is; it chooses the rules of `content`. Changing it without sending `content` clears the content.
             * @enum {string}
             */
            content_type: "quiz" | "lesson" | "video" | "document" | "assignment" | "embed";
            /** @description Null while it is locked, or where there is none yet. */
            content: components["schemas"]["LessonContent"] | components["schemas"]["QuizPaper"];
            /** @description Open to visitors who are not enrolled. */
            is_free_preview: boolean;
            /** @description Day the lesson opens, counted in the course's calendar days from the schedule basis (day 0). Null: open from the start. */
            opens_day_offset: number | null;
            /** @description When on that day it opens; null means 00:00. Needs `opens_day_offset`. Wall time HH:MM, 00:00 to 23:59, in the course's time zone. */
            opens_time: string | null;
            /** @description Day the lesson closes. Null: never. The closing moment must be after the opening one. */
            closes_day_offset: number | null;
            /** @description When on that day it closes (from this moment on it is closed); null means 00:00. Needs `closes_day_offset`. Wall time HH:MM, 00:00 to 23:59, in the course's time zone. */
            closes_time: string | null;
            /** @description Minutes a learner may view it, counted from the learner's first opening. Null: no limit. */
            view_window_minutes: number | null;
            /**
             * Format: date-time
             * @description When it was made.
             */
            created_at: string;
            /**
             * Format: date-time
             * @description When it last changed, to the millisecond; strictly increases on every change of the row, a move by a neighbour included. The token of the next PATCH.
             */
            updated_at: string;
            /**
             * @description How far the learner is.
             * @enum {string}
             */
            state: "not_started" | "in_progress" | "completed";
            /**
             * @description Why the learner cannot open it, null where they can.
             * @enum {string|null}
             */
            lock_reason: "not_enrolled" | "not_yet_open" | "closed" | "view_window_over" | "previous_chapter" | "previous_lesson" | "expired" | "unpublished" | null;
            /**
             * Format: date-time
             * @description When it opens or opened for this learner; null: always open, or not known before they begin.
             */
            opens_at: string | null;
            /**
             * Format: date-time
             * @description When it closes for this learner; null: never, or not known yet.
             */
            closes_at: string | null;
            /** @description Addresses of the stored files that the content names. */
            files: components["schemas"]["LessonFile"][];
        };
        /** @description Where to. Unknown members are refused. */
        LessonMove: {
            /**
             * Format: uuid
             * @description The chapter, of the same course. Unknown: 400 with code `unknown`.
             */
            chapter_id: string;
            /** @description Place there from 1; left out or beyond the end: last. */
            position?: number;
            /**
             * Format: date-time
             * @description The `updated_at` last read. Stale: 409 with code `stale_lesson`.
             */
            updated_at: string;
        };
        /** @description When the lesson opens and closes. What is left out stays. Unknown members are refused. */
        PatchedLessonSchedule: {
            /** @description Day the lesson opens, counted in the course's calendar days from the schedule basis (day 0). Null: open from the start. */
            opens_day_offset?: number | null;
            /** @description When on that day it opens; null means 00:00. Needs `opens_day_offset`. Wall time HH:MM, 00:00 to 23:59, in the course's time zone. */
            opens_time?: string | null;
            /** @description Day the lesson closes. Null: never. The closing moment must be after the opening one. */
            closes_day_offset?: number | null;
            /** @description When on that day it closes (from this moment on it is closed); null means 00:00. Needs `closes_day_offset`. Wall time HH:MM, 00:00 to 23:59, in the course's time zone. */
            closes_time?: string | null;
            /** @description Minutes a learner may view it, counted from the learner's first opening. Null: no limit. */
            view_window_minutes?: number | null;
            /**
             * Format: date-time
             * @description The `updated_at` last read. Stale: 409 with code `stale_lesson`.
             */
            updated_at: string;
        };
        /** @description When a lesson opens and closes. */
        ScheduledLesson: {
            /**
             * Format: uuid
             * @description The lesson.
             */
            id: string;
            /**
             * Format: uuid
             * @description Its chapter.
             */
            chapter_id: string;
            /** @description The name learners see. Must hold more than white space. */
            title: string;
            /**
             * @description Day the lesson opens, counted in the course's calendar days from the schedule basis (day 0). Null: open from the start.
             * @default null
             */
            opens_day_offset: number | null;
            /**
             * @description When on that day it opens; null means 00:00. Needs `opens_day_offset`. Wall time HH:MM, 00:00 to 23:59, in the course's time zone.
             * @default null
             */
            opens_time: string | null;
            /**
             * @description Day the lesson closes. Null: never. The closing moment must be after the opening one.
             * @default null
             */
            closes_day_offset: number | null;
            /**
             * @description When on that day it closes (from this moment on it is closed); null means 00:00. Needs `closes_day_offset`. Wall time HH:MM, 00:00 to 23:59, in the course's time zone.
             * @default null
             */
            closes_time: string | null;
            /**
             * @description Minutes a learner may view it, counted from the learner's first opening. Null: no limit.
             * @default null
             */
            view_window_minutes: number | null;
            /**
             * Format: date-time
             * @description The moment, on the day that counts as day 0 here; null: always open, or no such day.
             */
            opens_at: string | null;
            /**
             * Format: date-time
             * @description The moment; null: never, or no such day.
             */
            closes_at: string | null;
            /**
             * Format: date-time
             * @description When it last changed, to the millisecond; strictly increases on every change of the row, a move by a neighbour included. The token of the next PATCH.
             */
            updated_at: string;
        };
        /** @description One page of lessons, in the order of the course. */
        ScheduledLessonList: {
            /** @description How many there are on all pages. */
            count: number;
            /**
             * Format: uri
             * @description Address of the next page, null on the last.
             */
            next: string | null;
            /**
             * Format: uri
             * @description Address of the page before, null on the first.
             */
            previous: string | null;
            /** @description In order. */
            results: components["schemas"]["ScheduledLesson"][];
        };
        /** @description The schedule of a course. */
        CourseSchedule: {
            /**
             * @description IANA time zone in which the course's dates and times are read. Default: the organisation's time zone.
             * @example Europe/Berlin
             */
            timezone: string;
            /**
             * @description What day 0 of lesson schedules is: the day of enrolment, the day the learner first opens the course, or the start of the course or of the cohort.
             * @enum {string}
             */
            schedule_basis: "enrollment" | "first_access" | "course_start";
            /**
             * Format: date
             * @description The day counted as day 0: `day_zero` of the request, else the start of the course where that is the basis.
             */
            day_zero: string | null;
            /**
             * Format: date
             * @description First day. Allowed in every length mode, required for `dates`. YYYY-MM-DD, years 1900 to 2199, local to the course's time zone.
             */
            start_date: string | null;
            /**
             * Format: date
             * @description Last day, included. Only with `length_mode: dates`: sent with another mode it is refused, and changing the mode clears it. YYYY-MM-DD, years 1900 to 2199, local to the course's time zone.
             */
            end_date: string | null;
            lessons: components["schemas"]["ScheduledLessonList"];
        };
        /**
         * @description By how much: one of the two. Unknown members are refused.
         * @example {
         *       "days": 7
         *     }
         */
        ScheduleShift: {
            /** @description Days later, or earlier where negative. */
            days?: number;
            /**
             * Format: date
             * @description The new first day of the course.
             */
            start_date?: string;
        };
        /** @description A part of a video that was played. Unknown members are refused. */
        SecondsRange: {
            /** @description Seconds from the beginning. */
            from: number;
            /** @description Seconds from the beginning, not before `from`. */
            to: number;
        };
        /** @description The answer to one question. The member that fits its kind is read. Unknown members are refused. */
        QuizAnswer: {
            /** @description The question. */
            question_id: string;
            /** @description For `single` one, for `multiple` those chosen, for `ordering` all of them in order. */
            choice_ids?: string[];
            /** @description For `true_false`. */
            is_true?: boolean;
            /** @description For `short_text` and `essay`. */
            text?: string;
            /** @description For `numeric`. */
            number?: number;
            /** @description For `matching`. */
            pairs?: components["schemas"]["PairAnswer"][];
        };
        /** @description What belongs to a left side. Unknown members are refused. */
        PairAnswer: {
            /** @description The pair. */
            id: string;
            /** @description The right side chosen. */
            right: string;
        };
        /** @description What is handed in, of the kinds that the assignment asks for. Unknown members are refused. */
        SubmissionWrite: {
            /** @description Text, in markdown. */
            text?: string;
            /**
             * Format: uri
             * @description An address, https only.
             */
            url?: string;
            /** @description Files. */
            upload_ids?: string[];
        };
        /** @description What the learner did. Unknown members are refused. */
        LessonProgressWrite: {
            /**
             * @description `read` for `lesson`, `watched` for `video`, `quiz_...` for `quiz`, `assignment_submitted` for `assignment`; another kind of lesson is 400 with code `not_allowed`.
             * @enum {string}
             */
            event: "opened" | "read" | "watched" | "quiz_started" | "quiz_answered" | "quiz_submitted" | "assignment_submitted";
            /**
             * @description Time spent since the last report; more than has passed is cut.
             * @default 0
             */
            seconds_spent: number;
            /**
             * @description With `watched`: parts played since the last report.
             * @default []
             */
            watched_ranges: components["schemas"]["SecondsRange"][];
            /** @description With `watched`: where the player stands. */
            position_seconds?: number;
            /** @description With `watched`: length of the video as the player knows it; needed where the content does not say it. */
            duration_seconds?: number;
            /**
             * Format: uuid
             * @description With `quiz_answered` and `quiz_submitted`: the attempt.
             */
            attempt_id?: string;
            /**
             * @description With `quiz_answered` and `quiz_submitted`: answers so far; those to the same question are replaced.
             * @default []
             */
            answers: components["schemas"]["QuizAnswer"][];
            submission?: components["schemas"]["SubmissionWrite"];
        };
        /** @description How one question went. */
        QuestionResult: {
            /** @description The question. */
            question_id: string;
            /** @description Points got; null while a person must grade it. */
            points: number | null;
            /** @description Points for a full answer. */
            max_points: number;
            /** @description Whether the answer is fully right; null while a person must grade it. */
            is_correct: boolean | null;
            correct_answer: components["schemas"]["CorrectAnswer"] | null;
            /** @description Shown where answers are shown. */
            explanation: string | null;
        };
        /** @description The right answer, where the quiz shows it. */
        CorrectAnswer: {
            /** @description The right choices, for `ordering` in order. */
            choice_ids: string[];
            /** @description For `true_false`. */
            is_true: boolean | null;
            /** @description For `short_text`. */
            texts: string[];
            /** @description For `numeric`. */
            number: number | null;
            /** @description For `matching`. */
            pairs: components["schemas"]["CorrectPair"][];
        };
        /** @description What belongs together. */
        CorrectPair: {
            /** @description The pair. */
            id: string;
            /** @description Its right side. */
            right: string;
        };
        /** @description One attempt at a quiz. */
        QuizAttempt: {
            /**
             * Format: uuid
             * @description UUIDv7.
             */
            id: string;
            /** @description The first is 1. */
            number: number;
            /**
             * @description `expired`: its time ran out; what was answered until then counts.
             * @enum {string}
             */
            state: "running" | "submitted" | "expired";
            /**
             * Format: date-time
             * @description When it began.
             */
            started_at: string;
            /**
             * Format: date-time
             * @description When its time is over: at the end of the time limit, or when the lesson closes for the learner or the enrolment ends, if that is sooner; null: no limit.
             */
            due_at: string | null;
            /**
             * Format: date-time
             * @description When it was handed in or ran out.
             */
            submitted_at: string | null;
            /** @description The questions in the order of this attempt. */
            questions: components["schemas"]["PaperQuestion"][];
            /** @description What was answered. */
            answers: components["schemas"]["GivenAnswer"][];
            /** @description Points got so far; null while it runs. */
            score_points: number | null;
            /** @description Points of all questions. */
            max_points: number;
            /** @description Share of the points, rounded down to two decimals, so that what passes is never rounded up to it; 100 where there are no points to get; null while it runs. */
            score_percent: number | null;
            /** @description Whether the share passes; null while it runs, or a person must still grade what decides it. */
            is_passed: boolean | null;
            /** @description Whether a person must grade part of it. */
            needs_grading: boolean;
            /** @description For each question, once handed in and where the quiz shows answers now: what a creator hides is hidden for earlier attempts too. */
            results: components["schemas"]["QuestionResult"][] | null;
        };
        /** @description An answer as it was given. */
        GivenAnswer: {
            /** @description The question. */
            question_id: string;
            /** @description Choices. */
            choice_ids: string[];
            /** @description For `true_false`. */
            is_true: boolean | null;
            /** @description A text. */
            text: string | null;
            /** @description A number. */
            number: number | null;
            /** @description Pairs. */
            pairs: components["schemas"]["CorrectPair"][];
        };
        /** @description What was handed in. */
        Submission: {
            /**
             * Format: uuid
             * @description UUIDv7.
             */
            id: string;
            /** @description The first is 1. */
            number: number;
            /** @description Text. */
            text: string | null;
            /**
             * Format: uri
             * @description An address.
             */
            url: string | null;
            /** @description Files. */
            files: components["schemas"]["LessonFile"][];
            /** @description Whether it came after it was due. */
            is_late: boolean;
            /**
             * Format: date-time
             * @description When.
             */
            submitted_at: string;
        };
        /** @description The learner's progress in a lesson. */
        LessonProgress: {
            /**
             * Format: uuid
             * @description The lesson.
             */
            lesson_id: string;
            /**
             * @description How far the learner is.
             * @enum {string}
             */
            state: "not_started" | "in_progress" | "completed";
            /**
             * @description Why the learner cannot open it, null where they can.
             * @enum {string|null}
             */
            lock_reason: "not_enrolled" | "not_yet_open" | "closed" | "view_window_over" | "previous_chapter" | "previous_lesson" | "expired" | "unpublished" | null;
            /**
             * Format: date-time
             * @description When they first opened it.
             */
            first_opened_at: string | null;
            /**
             * Format: date-time
             * @description When the view window is over; null: no window, or not opened yet.
             */
            view_until: string | null;
            /**
             * Format: date-time
             * @description When it was completed.
             */
            completed_at: string | null;
            /** @description Time spent on it. */
            seconds_spent: number;
            /** @description Where a video was left. */
            position_seconds: number | null;
            /** @description Share of a video that was played, each part once. */
            watched_percent: number | null;
            /** @description The last attempts at a quiz, newest first. */
            attempts: components["schemas"]["QuizAttempt"][];
            /** @description How often they may still try; null: without limit, or no quiz. */
            attempts_left: number | null;
            /** @description Of all attempts. */
            best_score_percent: number | null;
            /** @description The last ones handed in, newest first. */
            submissions: components["schemas"]["Submission"][];
            /** @description Share of the chapter that is completed. 0 to 100, rounded down to two decimals, so that 100 means all; 0 where there is nothing to do. */
            chapter_percent: number;
            /** @description Share of the course that is completed. 0 to 100, rounded down to two decimals, so that 100 means all; 0 where there is nothing to do. */
            course_percent: number;
        };
        /** @description What went wrong, after RFC 9457, with the lock where there is one. */
        LockedLessonProblem: {
            /**
             * Format: uri-reference
             * @description Address of a page that explains the code.
             */
            type: string;
            /** @description The code in words. */
            title: string;
            /** @description The HTTP status. */
            status: number;
            /** @description What went wrong this time. */
            detail: string;
            /** @description The cause, for programs. The page behind `type` lists all codes. */
            code: string;
            /** @description The X-Request-Id of this answer, for support. */
            request_id: string;
            /**
             * @description With `lesson_locked`: why.
             * @enum {string}
             */
            lock_reason?: "not_enrolled" | "not_yet_open" | "closed" | "view_window_over" | "previous_chapter" | "previous_lesson" | "expired" | "unpublished";
            /**
             * Format: date-time
             * @description With `lesson_locked`: when it opens, where that is known.
             */
            opens_at?: string | null;
        };
        /** @description What the texts should say. Unknown members are refused. */
        LandingCopyRequest: {
            /** @description Who the course is for. */
            audience?: string;
            /**
             * @description How it should sound.
             * @default neutral
             * @enum {string}
             */
            tone: "neutral" | "friendly" | "professional" | "enthusiastic";
            /** @description BCP 47 tag; left out: the course's language. */
            language?: string;
        };
        /** @description Texts for the landing page, to be edited and saved with the course. */
        LandingCopy: {
            /** @description Headline. */
            landing_title: string;
            /** @description Below the headline. */
            subtitle: string;
            /** @description In order. */
            benefits: string[];
            /** @description Title for search engines. */
            meta_title: string;
            /** @description Description for search engines. */
            meta_description: string;
        };
        /** @description A picture for the top of the landing page. */
        HeroImage: {
            /**
             * Format: uuid
             * @description UUIDv7.
             */
            id: string;
            /**
             * Format: uri
             * @description Public address.
             */
            url: string;
            /** @description Pixels. */
            width: number;
            /** @description Pixels. */
            height: number;
            /**
             * @description Where it comes from.
             * @enum {string}
             */
            source: "generated" | "imported" | "uploaded";
            /** @description Whether the page shows it. */
            is_selected: boolean;
            /**
             * Format: date-time
             * @description When it was added.
             */
            created_at: string;
        };
        /** @description One page of pictures, newest first. */
        HeroImageList: {
            /** @description How many there are on all pages. */
            count: number;
            /**
             * Format: uri
             * @description Address of the next page, null on the last.
             */
            next: string | null;
            /**
             * Format: uri
             * @description Address of the page before, null on the first.
             */
            previous: string | null;
            /** @description In order. */
            results: components["schemas"]["HeroImage"][];
        };
        /** @description What the picture should show. Unknown members are refused. */
        HeroPrompt: {
            /** @description In words. */
            prompt: string;
        };
        /** @description Where the picture is. Unknown members are refused. */
        HeroImport: {
            /**
             * Format: uri
             * @description Public address, https only.
             */
            url: string;
        };
        /** @description The picture. Unknown members are refused. */
        HeroUpload: {
            /**
             * Format: binary
             * @description PNG, JPEG or WebP, told by its content. Another content is 400 on `file` with code `not_an_image`; more than 10 MiB or 50 million pixels is 400 with `too_large`.
             */
            file: string;
        };
        /** @description A cohort. */
        CohortReference: {
            /**
             * Format: uuid
             * @description UUIDv7.
             */
            id: string;
            /** @description Its name. */
            name: string;
        };
        /** @description Where to go on. */
        NextLesson: {
            /**
             * Format: uuid
             * @description Its chapter.
             */
            chapter_id: string;
            /**
             * Format: uuid
             * @description The lesson.
             */
            lesson_id: string;
            /** @description The name learners see. Must hold more than white space. */
            title: string;
        };
        /** @description A place in a course. */
        Enrollment: {
            /**
             * Format: uuid
             * @description UUIDv7.
             */
            id: string;
            course: components["schemas"]["CourseCard"];
            /**
             * @description Whether they learn in it.
             * @enum {string}
             */
            state: "active" | "completed" | "expired" | "revoked";
            /**
             * @description How they came in.
             * @enum {string}
             */
            source: "free" | "creator" | "preview" | "purchase" | "code" | "subscription";
            /** @description Share of the lessons that is completed. 0 to 100, rounded down to two decimals, so that 100 means all; 0 where there is nothing to do. */
            percent: number;
            cohort: components["schemas"]["CohortReference"] | null;
            /**
             * Format: date-time
             * @description When.
             */
            enrolled_at: string;
            /**
             * Format: date-time
             * @description When access ends; null: never.
             */
            expires_at: string | null;
            /**
             * Format: date-time
             * @description When they first opened the course.
             */
            first_access_at: string | null;
            /**
             * Format: date-time
             * @description When they last did something in it.
             */
            last_activity_at: string | null;
            /**
             * Format: date-time
             * @description When every lesson was completed. Lessons that are added later do not change it.
             */
            completed_at: string | null;
        };
        /** @description One page of enrolments. */
        EnrollmentList: {
            /** @description How many there are on all pages. */
            count: number;
            /**
             * Format: uri
             * @description Address of the next page, null on the last.
             */
            next: string | null;
            /**
             * Format: uri
             * @description Address of the page before, null on the first.
             */
            previous: string | null;
            /** @description In order. */
            results: components["schemas"]["Enrollment"][];
        };
        /** @description Whom to enrol, and how. Empty: oneself. Unknown members are refused. */
        EnrollmentWrite: {
            /**
             * Format: uuid
             * @description A member of the organisation, enrolled by who runs it.
             */
            user_id?: string;
            /**
             * Format: email
             * @description The same, by e-mail address.
             */
            email?: string;
            /**
             * Format: date-time
             * @description By who runs the organisation: when access ends; null: never; left out: by the length of the course.
             */
            expires_at?: string | null;
            /**
             * Format: uuid
             * @description By who runs the organisation: the cohort to join.
             */
            cohort_id?: string;
            /** @description Enters a course that is not published yet, for an hour. */
            preview_token?: string;
        };
        /** @description A member of the organisation. */
        Person: {
            /**
             * Format: uuid
             * @description UUIDv7.
             */
            id: string;
            /** @description Their name. */
            name: string;
            /**
             * Format: email
             * @description Their address.
             */
            email: string;
        };
        /** @description Someone in the course. */
        Learner: {
            /**
             * Format: uuid
             * @description Their enrolment.
             */
            enrollment_id: string;
            user: components["schemas"]["Person"];
            /**
             * @description Whether they learn in it.
             * @enum {string}
             */
            state: "active" | "completed" | "expired" | "revoked";
            /**
             * @description How they came in.
             * @enum {string}
             */
            source: "free" | "creator" | "preview" | "purchase" | "code" | "subscription";
            /** @description Share of the lessons that is completed. 0 to 100, rounded down to two decimals, so that 100 means all; 0 where there is nothing to do. */
            percent: number;
            /** @description Lessons that they completed. */
            completed_lessons: number;
            cohort: components["schemas"]["CohortReference"] | null;
            /**
             * Format: date-time
             * @description When.
             */
            enrolled_at: string;
            /**
             * Format: date-time
             * @description When access ends; null: never.
             */
            expires_at: string | null;
            /**
             * Format: date-time
             * @description When they last did something in it.
             */
            last_activity_at: string | null;
            /**
             * Format: date-time
             * @description When every lesson was completed. Lessons that are added later do not change it.
             */
            completed_at: string | null;
        };
        /** @description One page of learners. */
        LearnerList: {
            /** @description How many there are on all pages. */
            count: number;
            /**
             * Format: uri
             * @description Address of the next page, null on the last.
             */
            next: string | null;
            /**
             * Format: uri
             * @description Address of the page before, null on the first.
             */
            previous: string | null;
            /** @description In order. */
            results: components["schemas"]["Learner"][];
        };
        /** @description A code to print and hand over; shown once. */
        CredentialCard: {
            /** @description The learner sets a new password with it. */
            card_code: string;
            /**
             * Format: date-time
             * @description Until when it works.
             */
            expires_at: string;
        };
        /** @description A group of learners. */
        Cohort: {
            /**
             * Format: uuid
             * @description UUIDv7.
             */
            id: string;
            /** @description Unique in the course. Taken: 409 with code `cohort_name_taken`. */
            name: string;
            /**
             * @description An inactive or archived cohort gives no access of its own; nothing is deleted.
             * @enum {string}
             */
            status: "active" | "inactive" | "archived";
            /**
             * Format: date
             * @description Day 0 of its members' schedule, where the course counts from its start.
             */
            starts_on: string | null;
            /**
             * Format: date
             * @description Its last day; after it the cohort counts as inactive.
             */
            ends_on: string | null;
            /** @description Most members; null: no limit. Below the members it has: 400 with code `below_members`. */
            seat_limit: number | null;
            /** @description Members. */
            member_count: number;
            /**
             * Format: date-time
             * @description When it was made.
             */
            created_at: string;
        };
        /** @description One page of cohorts, newest first. */
        CohortList: {
            /** @description How many there are on all pages. */
            count: number;
            /**
             * Format: uri
             * @description Address of the next page, null on the last.
             */
            next: string | null;
            /**
             * Format: uri
             * @description Address of the page before, null on the first.
             */
            previous: string | null;
            /** @description In order. */
            results: components["schemas"]["Cohort"][];
        };
        /** @description A cohort to make. Unknown members are refused. */
        CohortWrite: {
            /** @description Unique in the course. Taken: 409 with code `cohort_name_taken`. */
            name: string;
            /**
             * @description An inactive or archived cohort gives no access of its own; nothing is deleted.
             * @default active
             * @enum {string}
             */
            status: "active" | "inactive" | "archived";
            /**
             * Format: date
             * @description Day 0 of its members' schedule, where the course counts from its start.
             * @default null
             */
            starts_on: string | null;
            /**
             * Format: date
             * @description Its last day; after it the cohort counts as inactive.
             * @default null
             */
            ends_on: string | null;
            /**
             * @description Most members; null: no limit. Below the members it has: 400 with code `below_members`.
             * @default null
             */
            seat_limit: number | null;
        };
        /** @description Changes to a cohort. What is left out stays. Unknown members are refused. */
        PatchedCohort: {
            /** @description Unique in the course. Taken: 409 with code `cohort_name_taken`. */
            name?: string;
            /**
             * @description An inactive or archived cohort gives no access of its own; nothing is deleted.
             * @enum {string}
             */
            status?: "active" | "inactive" | "archived";
            /**
             * Format: date
             * @description Day 0 of its members' schedule, where the course counts from its start.
             */
            starts_on?: string | null;
            /**
             * Format: date
             * @description Its last day; after it the cohort counts as inactive.
             */
            ends_on?: string | null;
            /** @description Most members; null: no limit. Below the members it has: 400 with code `below_members`. */
            seat_limit?: number | null;
        };
        /** @description Who joins and who leaves. Unknown members are refused. */
        CohortMembersWrite: {
            /**
             * @description Those who join; who is in it stays.
             * @default []
             */
            add: string[];
            /**
             * @description Those who leave; who is not in it stays out.
             * @default []
             */
            remove: string[];
        };
        /** @description A course on offer. */
        DiscoveredCourse: {
            course: components["schemas"]["CourseCard"];
            price: components["schemas"]["Price"];
            /** @description Published lessons. */
            lesson_count: number;
            /**
             * Format: uri
             * @description Its selected hero image.
             */
            hero_url: string | null;
            /** @description Whether the user learns in it. */
            is_enrolled: boolean;
            /**
             * Format: date-time
             * @description When it was first published.
             */
            published_at: string | null;
        };
        /** @description One page of courses. */
        DiscoveredCourseList: {
            /** @description How many there are on all pages. */
            count: number;
            /**
             * Format: uri
             * @description Address of the next page, null on the last.
             */
            next: string | null;
            /**
             * Format: uri
             * @description Address of the page before, null on the first.
             */
            previous: string | null;
            /** @description In order. */
            results: components["schemas"]["DiscoveredCourse"][];
        };
        /** @description One day. */
        EngagementDay: {
            /**
             * Format: date
             * @description The day, in the user's time zone.
             */
            date: string;
            /** @description Time spent learning. */
            seconds_spent: number;
            /** @description Lessons completed. */
            completed_lessons: number;
        };
        /** @description How the user has been learning. */
        Engagement: {
            /** @description Days in a row with learning, today or yesterday included. */
            current_streak_days: number;
            /** @description The longest such row. */
            longest_streak_days: number;
            /** @description Time spent in all. */
            total_seconds: number;
            /** @description Lessons completed in all. */
            completed_lessons: number;
            /** @description Courses completed in all. */
            completed_courses: number;
            /** @description The last days, oldest first, without gaps. */
            days: components["schemas"]["EngagementDay"][];
        };
        /** @description Progress in a chapter. */
        ChapterProgress: {
            /**
             * Format: uuid
             * @description The chapter.
             */
            chapter_id: string;
            /** @description The name learners see. Must hold more than white space. */
            title: string;
            /** @description Published lessons. */
            lesson_count: number;
            /** @description Completed ones. */
            completed_lessons: number;
            /** @description Share of its lessons that is completed. 0 to 100, rounded down to two decimals, so that 100 means all; 0 where there is nothing to do. */
            percent: number;
        };
        /** @description Progress in a course. */
        CourseProgress: {
            enrollment: components["schemas"]["Enrollment"];
            /** @description Published lessons. */
            lesson_count: number;
            /** @description Completed ones. */
            completed_lessons: number;
            /** @description Share of the lessons that is completed. 0 to 100, rounded down to two decimals, so that 100 means all; 0 where there is nothing to do. */
            percent: number;
            next_lesson: components["schemas"]["NextLesson"] | null;
            /** @description In order. */
            chapters: components["schemas"]["ChapterProgress"][];
        };
        /** @description Where the bytes go, with one PUT. */
        UploadTarget: {
            /**
             * Format: uri
             * @description The address.
             */
            url: string;
            /**
             * @description Always `PUT`.
             * @enum {string}
             */
            method: "PUT";
            /** @description Headers that the PUT carries as they are; open, as storage decides their names. */
            headers: {
                [key: string]: string;
            };
            /**
             * Format: date-time
             * @description Until when: an hour.
             */
            expires_at: string;
        };
        /** @description A file on its way, or arrived. */
        Upload: {
            /**
             * Format: uuid
             * @description UUIDv7.
             */
            id: string;
            /**
             * Format: uuid
             * @description The course it is for.
             */
            course_id: string | null;
            /**
             * @description `media` and `document` by who runs the organisation; `submission` by a learner of the course, for an assignment.
             * @enum {string}
             */
            purpose: "media" | "document" | "submission";
            /** @description Its name. */
            file_name: string;
            /** @description Its media type. */
            content_type: string;
            /** @description Its size. */
            size_bytes: number;
            /**
             * @description `pending`: its bytes are awaited. `ready`: they arrived and are what was announced. `rejected`: they are not; the file is deleted.
             * @enum {string}
             */
            status: "pending" | "ready" | "rejected";
            /**
             * @description Why it was rejected.
             * @enum {string|null}
             */
            reject_reason: "content_mismatch" | "virus_found" | null;
            target: components["schemas"]["UploadTarget"] | null;
            file: components["schemas"]["LessonFile"] | null;
            /**
             * Format: date-time
             * @description When it was announced.
             */
            created_at: string;
            /**
             * Format: date-time
             * @description When it was found complete.
             */
            completed_at: string | null;
        };
        /** @description A file to come. Unknown members are refused. */
        UploadWrite: {
            /**
             * @description `media` and `document` by who runs the organisation; `submission` by a learner of the course, for an assignment.
             * @enum {string}
             */
            purpose: "media" | "document" | "submission";
            /** @description Its name, without folders. */
            file_name: string;
            /** @description Its media type. `media`: video/mp4, video/quicktime, video/webm, video/ogg, audio/mpeg, audio/mp4, audio/aac, audio/ogg, audio/wav, audio/webm, audio/flac, image/png, image/jpeg, image/webp, image/gif, image/avif. `document`: application/pdf, the types of Word, Excel, PowerPoint (old and new) and OpenDocument, application/rtf, application/epub+zip, application/zip, text/plain, text/markdown, text/csv. `submission`: all of these, application/gzip, application/x-7z-compressed, application/x-tar. Another: 400 with code `not_allowed`. */
            content_type: string;
            /** @description Its size, at most 5 GiB. */
            size_bytes: number;
        };
        /** @description A video, sound or picture of the course. */
        Media: {
            /**
             * Format: uuid
             * @description UUIDv7; `media_id` of a video.
             */
            id: string;
            /**
             * @description What it is.
             * @enum {string}
             */
            kind: "video" | "audio" | "image";
            /** @description Its name. */
            title: string;
            file: components["schemas"]["LessonFile"];
            /** @description Its size. */
            size_bytes: number;
            /**
             * Format: date-time
             * @description When it was made.
             */
            created_at: string;
        };
        /** @description What to make of a ready upload. Unknown members are refused. */
        MediaWrite: {
            /**
             * Format: uuid
             * @description A ready upload of this course with the purpose `media`. Another: 400 with code `unknown`.
             */
            upload_id: string;
            /** @description Its name; left out: the name of the file. */
            title?: string;
        };
        /** @description A document of the course. */
        CourseDocument: {
            /**
             * Format: uuid
             * @description UUIDv7; `document_id` of a document lesson.
             */
            id: string;
            /** @description Its name. */
            title: string;
            /**
             * @description Where it is.
             * @enum {string}
             */
            source: "upload" | "url";
            /**
             * Format: uri
             * @description Its address, with `url`.
             */
            url: string | null;
            file: components["schemas"]["LessonFile"] | null;
            /** @description Its size, with `upload`. */
            size_bytes: number | null;
            /**
             * Format: date-time
             * @description When it was made.
             */
            created_at: string;
        };
        /** @description What to make of a ready upload. Unknown members are refused. */
        DocumentWrite: {
            /**
             * Format: uuid
             * @description A ready upload of this course with the purpose `document`. Another: 400 with code `unknown`.
             */
            upload_id: string;
            /** @description Its name; left out: the name of the file. */
            title?: string;
        };
        /** @description A document elsewhere. Unknown members are refused. */
        ExternalDocumentWrite: {
            /**
             * Format: uri
             * @description Its address, https only.
             */
            url: string;
            /** @description Its name. */
            title: string;
        };
        /** @description A stored file. */
        StorageObject: {
            /**
             * Format: uuid
             * @description UUIDv7.
             */
            id: string;
            /**
             * Format: uuid
             * @description The course it is for.
             */
            course_id: string | null;
            /** @description What it is for: `media`, `document`, `submission`, `hero`, `ballast`. */
            purpose: string;
            /** @description Its name. */
            file_name: string;
            /** @description Its media type. */
            content_type: string;
            /** @description Its size. */
            size_bytes: number;
            /**
             * @description Whether it has arrived.
             * @enum {string}
             */
            status: "pending" | "ready";
            /**
             * Format: uuid
             * @description Who announced it.
             */
            uploaded_by: string | null;
            /**
             * Format: date-time
             * @description When.
             */
            created_at: string;
        };
        /** @description One page of files. */
        StorageObjectList: {
            /** @description How many there are on all pages. */
            count: number;
            /**
             * Format: uri
             * @description Address of the next page, null on the last.
             */
            next: string | null;
            /**
             * Format: uri
             * @description Address of the page before, null on the first.
             */
            previous: string | null;
            /** @description In order. */
            results: components["schemas"]["StorageObject"][];
        };
        /** @description How much is stored. */
        StorageUsage: {
            /** @description Files that have arrived. */
            used_bytes: number;
            /** @description Announced uploads that may still arrive. */
            in_flight_bytes: number;
            /** @description What plan and add-ons allow together; null: no limit. */
            limit_bytes: number | null;
            /** @description What add-ons allow of it. */
            addon_bytes: number;
            /** @description Files. */
            object_count: number;
        };
        /** @description How much. Unknown members are refused. */
        StorageBallastWrite: {
            /** @description Bytes to count as stored. */
            size_bytes: number;
        };
        /**
         * @description What happened. `webhook.ping` goes to a new endpoint without being asked for.
         * @enum {string}
         */
        WebhookEventType: "course.created" | "course.published" | "course.unpublished" | "course.deleted" | "member.joined" | "enrollment.created" | "enrollment.completed" | "lesson.completed" | "quiz_attempt.finished" | "submission.created" | "webhook.ping";
        /** @description Where events are sent, without its secret. */
        WebhookEndpoint: {
            /**
             * Format: uuid
             * @description UUIDv7.
             */
            id: string;
            /**
             * Format: uri
             * @description Where events are sent.
             */
            url: string;
            /** @description What it is for. */
            description: string;
            /** @description The events it is told of. */
            event_types: string[];
            /** @description Whether it is told. What waits when it is disabled is cancelled. */
            is_enabled: boolean;
            /**
             * @description Why it is not told: somebody disabled it, it answered 410, or everything failed for three days. Null while it is told.
             * @enum {string|null}
             */
            disabled_reason: "by_hand" | "gone" | "failing" | null;
            /**
             * Format: date-time
             * @description The first failure since it last took something; null while it does.
             */
            failing_since: string | null;
            /**
             * Format: date-time
             * @description When it was made.
             */
            created_at: string;
            /**
             * Format: date-time
             * @description When it was last changed by hand.
             */
            updated_at: string;
        };
        /** @description An endpoint, with its secret where the request made one. */
        WebhookEndpointSecret: {
            /**
             * Format: uuid
             * @description UUIDv7.
             */
            id: string;
            /**
             * Format: uri
             * @description Where events are sent.
             */
            url: string;
            /** @description What it is for. */
            description: string;
            /** @description The events it is told of. */
            event_types: string[];
            /** @description Whether it is told. What waits when it is disabled is cancelled. */
            is_enabled: boolean;
            /**
             * @description Why it is not told: somebody disabled it, it answered 410, or everything failed for three days. Null while it is told.
             * @enum {string|null}
             */
            disabled_reason: "by_hand" | "gone" | "failing" | null;
            /**
             * Format: date-time
             * @description The first failure since it last took something; null while it does.
             */
            failing_since: string | null;
            /**
             * Format: date-time
             * @description When it was made.
             */
            created_at: string;
            /**
             * Format: date-time
             * @description When it was last changed by hand.
             */
            updated_at: string;
            /** @description `whsec_` and 24 bytes in base64, shown here alone; null where the request made none. */
            secret: string | null;
        };
        /** @description An endpoint to make. Unknown members are refused. */
        WebhookEndpointWrite: {
            /**
             * Format: uri
             * @description Public address, https only. One that names a private address is 400 with code `not_public`; what a name leads to is looked at each time.
             */
            url: string;
            /**
             * @description What it is for.
             * @default
             */
            description: string;
            /** @description The events it is told of. */
            event_types: ("course.created" | "course.published" | "course.unpublished" | "course.deleted" | "member.joined" | "enrollment.created" | "enrollment.completed" | "lesson.completed" | "quiz_attempt.finished" | "submission.created")[];
            /**
             * @description Whether it is told. What waits when it is disabled is cancelled.
             * @default true
             */
            is_enabled: boolean;
        };
        /** @description Changes to an endpoint. What is left out stays. Unknown members are refused. */
        PatchedWebhookEndpoint: {
            /**
             * Format: uri
             * @description Public address, https only. One that names a private address is 400 with code `not_public`; what a name leads to is looked at each time.
             */
            url?: string;
            /** @description What it is for. */
            description?: string;
            /** @description The events it is told of. */
            event_types?: ("course.created" | "course.published" | "course.unpublished" | "course.deleted" | "member.joined" | "enrollment.created" | "enrollment.completed" | "lesson.completed" | "quiz_attempt.finished" | "submission.created")[];
            /** @description Whether it is told. What waits when it is disabled is cancelled. */
            is_enabled?: boolean;
            /** @description Makes a new secret. For 24 hours what is sent carries a signature of the one before, too; one that was before that ends at once. */
            rotate_secret?: boolean;
        };
        /** @description One page of endpoints, newest first. */
        WebhookEndpointList: {
            /** @description How many there are on all pages. */
            count: number;
            /**
             * Format: uri
             * @description Address of the next page, null on the last.
             */
            next: string | null;
            /**
             * Format: uri
             * @description Address of the page before, null on the first.
             */
            previous: string | null;
            /** @description In order. */
            results: components["schemas"]["WebhookEndpoint"][];
        };
        /** @description One time that a delivery was tried. */
        WebhookAttempt: {
            /** @description From 1. */
            number: number;
            /**
             * Format: date-time
             * @description When it began.
             */
            attempted_at: string;
            /** @description Until the answer, or until it was given up. */
            duration_ms: number;
            /** @description What the endpoint answered; null where it did not. */
            status_code: number | null;
            /**
             * @description Why there was no answer.
             * @enum {string|null}
             */
            error: "unreachable" | "timed_out" | null;
        };
        /** @description One event on its way to one endpoint. */
        WebhookDelivery: {
            /**
             * Format: uuid
             * @description UUIDv7.
             */
            id: string;
            /**
             * Format: uuid
             * @description The header `webhook-id`: the same in every attempt and redelivery.
             */
            event_id: string;
            /** @description A WebhookEventType. Kinds are added: ignore those you do not know. */
            event_type: string;
            /** @description The body as it is sent. Open, as each kind of event has its own `data`. */
            payload: {
                [key: string]: unknown;
            };
            /**
             * @description `pending`: it will be tried, or tried again. `failed`: it was given up. `cancelled`: its endpoint was disabled first.
             * @enum {string}
             */
            status: "pending" | "delivered" | "failed" | "cancelled";
            /** @description Whether somebody asked for it; it is tried once. */
            is_manual: boolean;
            /** @description First to last. */
            attempts: components["schemas"]["WebhookAttempt"][];
            /**
             * Format: date-time
             * @description Not before; null where it is not tried again.
             */
            next_attempt_at: string | null;
            /**
             * Format: date-time
             * @description When it was queued.
             */
            created_at: string;
            /**
             * Format: date-time
             * @description When the endpoint took it.
             */
            delivered_at: string | null;
        };
        /** @description One page of deliveries, newest first. */
        WebhookDeliveryList: {
            /** @description How many there are on all pages. */
            count: number;
            /**
             * Format: uri
             * @description Address of the next page, null on the last.
             */
            next: string | null;
            /**
             * Format: uri
             * @description Address of the page before, null on the first.
             */
            previous: string | null;
            /** @description In order. */
            results: components["schemas"]["WebhookDelivery"][];
        };
        /** @description A course, as an event names it. */
        EventCourse: {
            /**
             * Format: uuid
             * @description UUIDv7.
             */
            id: string;
            /** @description Its name. */
            title: string;
            /** @description Its name in addresses. */
            slug: string;
            /**
             * @description Whether it can be learnt.
             * @enum {string}
             */
            status: "draft" | "published" | "archived";
        };
        /** @description A lesson, as an event names it. */
        EventLesson: {
            /**
             * Format: uuid
             * @description UUIDv7.
             */
            id: string;
            /**
             * Format: uuid
             * @description Its chapter.
             */
            chapter_id: string;
            /** @description Its name. */
            title: string;
            /**
             * @description What the lesson is; it chooses the rules of `content`. Changing it without sending `content` clears the content.
             * @enum {string}
             */
            content_type: "quiz" | "lesson" | "video" | "document" | "assignment" | "embed";
        };
        /** @description What happened to a course. */
        CourseEvent: {
            course: components["schemas"]["EventCourse"];
        };
        /** @description Who became what. */
        MemberEvent: {
            user: components["schemas"]["Person"];
            /**
             * @description In the organisation.
             * @enum {string}
             */
            role: "owner" | "creator" | "learner";
        };
        /** @description Who learns what. */
        EnrollmentEvent: {
            /**
             * Format: uuid
             * @description The enrolment.
             */
            enrollment_id: string;
            course: components["schemas"]["EventCourse"];
            user: components["schemas"]["Person"];
            /**
             * @description How they came in.
             * @enum {string}
             */
            source: "free" | "creator" | "preview" | "purchase" | "code" | "subscription";
            /**
             * Format: date-time
             * @description When.
             */
            enrolled_at: string;
            /**
             * Format: date-time
             * @description When access ends; null: never.
             */
            expires_at: string | null;
        };
        /** @description Who completed which course. */
        EnrollmentCompletedEvent: {
            /**
             * Format: uuid
             * @description The enrolment.
             */
            enrollment_id: string;
            course: components["schemas"]["EventCourse"];
            user: components["schemas"]["Person"];
            /**
             * Format: date-time
             * @description When.
             */
            completed_at: string;
        };
        /** @description Who completed which lesson. */
        LessonCompletedEvent: {
            /**
             * Format: uuid
             * @description The enrolment.
             */
            enrollment_id: string;
            course: components["schemas"]["EventCourse"];
            user: components["schemas"]["Person"];
            lesson: components["schemas"]["EventLesson"];
            /**
             * Format: date-time
             * @description When.
             */
            completed_at: string;
        };
        /** @description How an attempt went. */
        QuizAttemptEvent: {
            /**
             * Format: uuid
             * @description The enrolment.
             */
            enrollment_id: string;
            course: components["schemas"]["EventCourse"];
            user: components["schemas"]["Person"];
            lesson: components["schemas"]["EventLesson"];
            /**
             * Format: uuid
             * @description The attempt.
             */
            attempt_id: string;
            /** @description From 1. */
            number: number;
            /** @description Share of the points, rounded down to two decimals; what a person must still grade counts as nothing. 100 where there are no points to get. */
            score_percent: number;
            /** @description Whether the share passes; null where what a person must still grade decides it. */
            is_passed: boolean | null;
            /** @description Whether a person must grade part of it. */
            needs_grading: boolean;
            /**
             * Format: date-time
             * @description When it was handed in, or its time was over.
             */
            submitted_at: string;
        };
        /** @description What was handed in. */
        SubmissionEvent: {
            /**
             * Format: uuid
             * @description The enrolment.
             */
            enrollment_id: string;
            course: components["schemas"]["EventCourse"];
            user: components["schemas"]["Person"];
            lesson: components["schemas"]["EventLesson"];
            /**
             * Format: uuid
             * @description The submission.
             */
            submission_id: string;
            /** @description From 1. */
            number: number;
            /** @description After it was due. */
            is_late: boolean;
            /**
             * Format: date-time
             * @description When.
             */
            submitted_at: string;
        };
        /** @description The endpoint itself. */
        PingEvent: {
            /**
             * Format: uuid
             * @description The endpoint.
             */
            endpoint_id: string;
        };
    };
    responses: {
        /** @description The body or a header has faults; `errors` names each. Code `validation_error`. */
        BadRequest: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "type": "/problems/validation_error",
                 *       "title": "The request has faults",
                 *       "status": 400,
                 *       "detail": "One field has a fault.",
                 *       "code": "validation_error",
                 *       "request_id": "0199f3a2-7c1e-7d55-b0a4-0c8a4d1f2e60",
                 *       "errors": [
                 *         {
                 *           "field": "title",
                 *           "code": "required",
                 *           "message": "Required."
                 *         }
                 *       ]
                 *     }
                 */
                "application/problem+json": components["schemas"]["ValidationProblem"];
            };
        };
        /** @description No usable key. Codes: `not_authenticated` (no key), `api_key_unknown`, `api_key_revoked`, `api_key_expired`, `subscription_inactive` (the plan of the organisation is not active), `org_unverified` (the organisation is not verified). */
        Unauthorized: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "type": "/problems/api_key_expired",
                 *       "title": "The API key has expired",
                 *       "status": 401,
                 *       "detail": "This API key has expired. Create another one.",
                 *       "code": "api_key_expired",
                 *       "request_id": "0199f3a2-7c1e-7d55-b0a4-0c8a4d1f2e60"
                 *     }
                 */
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The key's scope does not allow it. Code `permission_denied`; `detail` names the scope needed. */
        Forbidden: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "type": "/problems/permission_denied",
                 *       "title": "Not allowed",
                 *       "status": 403,
                 *       "detail": "This key has courses: view; this operation needs courses: edit.",
                 *       "code": "permission_denied",
                 *       "request_id": "0199f3a2-7c1e-7d55-b0a4-0c8a4d1f2e60"
                 *     }
                 */
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The key's scope does not allow it (code `permission_denied`), or the plan's course limit is reached (code `course_limit`). */
        ForbiddenOrCourseLimit: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "type": "/problems/course_limit",
                 *       "title": "Course limit reached",
                 *       "status": 403,
                 *       "detail": "The plan allows 3 courses.",
                 *       "code": "course_limit",
                 *       "request_id": "0199f3a2-7c1e-7d55-b0a4-0c8a4d1f2e60"
                 *     }
                 */
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description There is no such object in the key's organisation. An object of another organisation answers the same. Code `not_found`. */
        NotFound: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "type": "/problems/not_found",
                 *       "title": "Not found",
                 *       "status": 404,
                 *       "detail": "There is nothing here.",
                 *       "code": "not_found",
                 *       "request_id": "0199f3a2-7c1e-7d55-b0a4-0c8a4d1f2e60"
                 *     }
                 */
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The lesson has changed since it was read; the body carries it as it is now. Nothing was changed. Code `stale_lesson`. */
        StaleLesson: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["StaleLessonProblem"];
            };
        };
        /** @description The body is larger than 1 MiB. Code `payload_too_large`. */
        PayloadTooLarge: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The body is of a media type, character set or content coding that is not accepted. Code `unsupported_media_type`. */
        UnsupportedMediaType: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The key has used its requests of the last hour. Code `throttled`. */
        TooManyRequests: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                "Retry-After": components["headers"]["Retry-After"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description Something failed inside. Nothing was changed. Code `internal_error`. */
        InternalError: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The body, a parameter or a header has faults; `errors` names each. Code `validation_error`. */
        SessionBadRequest: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["ValidationProblem"];
            };
        };
        /** @description No usable session. Codes: `not_authenticated` (nobody is signed in, the session ended, or a bearer token was sent), `second_factor_required` (the sign-in is not finished). */
        SessionUnauthorized: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description Not for this user (code `permission_denied`), no organisation is chosen (code `no_organisation`), or the request comes from another site (code `csrf_failed`). */
        SessionForbidden: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description There is no such object for this user. Code `not_found`. */
        SessionNotFound: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description It does not fit what is there already; `code` says why. */
        SessionConflict: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description Too many requests. Code `throttled`. */
        SessionTooManyRequests: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "Retry-After": components["headers"]["Retry-After"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The request comes from another site. Code `csrf_failed`. */
        CrossSite: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description Something outside that this needs does not answer, or is not set up; `code` says what. */
        ServiceUnavailable: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The lesson has changed since it was read; the body carries it as it is now. Nothing was changed. Code `stale_lesson`. */
        SessionStaleLesson: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["StaleLessonProblem"];
            };
        };
        /** @description Not for this user (code `permission_denied`), not enrolled (code `not_enrolled`), the lesson is locked (code `lesson_locked`, with `lock_reason` and `opens_at`), no organisation is chosen (code `no_organisation`), or the request comes from another site (code `csrf_failed`). */
        SessionLocked: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["LockedLessonProblem"];
            };
        };
    };
    parameters: {
        /** @description The page, from 1. Beyond the last: no results. */
        Page: number;
        /** @description Results on a page. */
        PageSize: number;
        /** @description Any text that names this one act, for example a UUID: visible ASCII without spaces, 1 to 255 characters. The same key and body within 24 hours gets the first answer again; the same key with another body is 400. Only an answer of success is kept. */
        IdempotencyKey: string;
        /** @description The organisation this request is for, by id or subdomain. A host that is an organisation's own (its subdomain or its verified domain) goes before it; without either, the one that the session used last, else the user's first. */
        Organisation: string;
    };
    requestBodies: never;
    headers: {
        /** @description Names this request in logs. A client may send its own (1 to 128 of letters, digits, `.`, `_`, `-`). */
        "X-Request-Id": string;
        /** @description The quota: `"agent";q=300;w=3600` is 300 requests in any 3,600 seconds. */
        "RateLimit-Policy": string;
        /** @description What is left: `"agent";r=299;t=3600` is 299 requests now; `t` is the seconds until the oldest counted one falls out of the window. */
        RateLimit: string;
        /** @description Whole seconds to wait. */
        "Retry-After": number;
        /** @description RFC 6750. */
        "WWW-Authenticate": string;
        /** @description `true` where this is the kept answer of an earlier request with the same Idempotency-Key. */
        "Idempotent-Replayed": "true";
        /** @description A name for the file (RFC 6266). */
        "Content-Disposition": string;
    };
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    getAgentIdentity: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The identity of the key. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["KeyIdentity"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
        };
    };
    listAgentCourses: {
        parameters: {
            query?: {
                /** @description The page, from 1. Beyond the last: no results. */
                page?: components["parameters"]["Page"];
                /** @description Results on a page. */
                page_size?: components["parameters"]["PageSize"];
                /** @description The order; a minus sign reverses it. Equal courses are ordered by id. */
                ordering?: "-created_at" | "created_at" | "-updated_at" | "updated_at" | "title" | "-title";
                /** @description Only courses of this status. */
                status?: string;
                /** @description Only the course of this slug. */
                slug?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of courses. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CourseList"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
        };
    };
    createAgentCourse: {
        parameters: {
            query?: never;
            header?: {
                /** @description Any text that names this one act, for example a UUID: visible ASCII without spaces, 1 to 255 characters. The same key and body within 24 hours gets the first answer again; the same key with another body is 400. Only an answer of success is kept. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        /** @description One schema for all three media types. In a form, numbers and booleans (`true`, `false`) are written as in JSON, a member that is not a scalar is JSON text, and an empty value is null where null is allowed. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["CourseWrite"];
                "application/x-www-form-urlencoded": components["schemas"]["CourseWrite"];
                "multipart/form-data": components["schemas"]["CourseWrite"];
            };
        };
        responses: {
            /** @description The new course. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Course"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["ForbiddenOrCourseLimit"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
        };
    };
    getAgentCourse: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The course. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The course. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Course"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
        };
    };
    replaceAgentCourse: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The course. */
                id: string;
            };
            cookie?: never;
        };
        /** @description One schema for all three media types. In a form, numbers and booleans (`true`, `false`) are written as in JSON, a member that is not a scalar is JSON text, and an empty value is null where null is allowed. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["CourseWrite"];
                "application/x-www-form-urlencoded": components["schemas"]["CourseWrite"];
                "multipart/form-data": components["schemas"]["CourseWrite"];
            };
        };
        responses: {
            /** @description The course as it is now. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Course"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
        };
    };
    deleteAgentCourse: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The course. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Deleted. */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
        };
    };
    updateAgentCourse: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The course. */
                id: string;
            };
            cookie?: never;
        };
        /** @description One schema for all three media types. In a form, numbers and booleans (`true`, `false`) are written as in JSON, a member that is not a scalar is JSON text, and an empty value is null where null is allowed. */
        requestBody?: {
            content: {
                "application/json": components["schemas"]["PatchedCourse"];
                "application/x-www-form-urlencoded": components["schemas"]["PatchedCourse"];
                "multipart/form-data": components["schemas"]["PatchedCourse"];
            };
        };
        responses: {
            /** @description The course as it is now. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Course"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
        };
    };
    listAgentChapters: {
        parameters: {
            query?: {
                /** @description The page, from 1. Beyond the last: no results. */
                page?: components["parameters"]["Page"];
                /** @description Results on a page. */
                page_size?: components["parameters"]["PageSize"];
            };
            header?: never;
            path: {
                /** @description The course. */
                course_pk: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of chapters. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ChapterList"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
        };
    };
    createAgentChapter: {
        parameters: {
            query?: never;
            header?: {
                /** @description Any text that names this one act, for example a UUID: visible ASCII without spaces, 1 to 255 characters. The same key and body within 24 hours gets the first answer again; the same key with another body is 400. Only an answer of success is kept. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description The course. */
                course_pk: string;
            };
            cookie?: never;
        };
        /** @description One schema for all three media types. In a form, numbers and booleans (`true`, `false`) are written as in JSON, a member that is not a scalar is JSON text, and an empty value is null where null is allowed. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["ChapterWrite"];
                "application/x-www-form-urlencoded": components["schemas"]["ChapterWrite"];
                "multipart/form-data": components["schemas"]["ChapterWrite"];
            };
        };
        responses: {
            /** @description The new chapter. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Chapter"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
        };
    };
    getAgentChapter: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The course. */
                course_pk: string;
                /** @description The chapter. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The chapter. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Chapter"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
        };
    };
    replaceAgentChapter: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The course. */
                course_pk: string;
                /** @description The chapter. */
                id: string;
            };
            cookie?: never;
        };
        /** @description One schema for all three media types. In a form, numbers and booleans (`true`, `false`) are written as in JSON, a member that is not a scalar is JSON text, and an empty value is null where null is allowed. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["ChapterWrite"];
                "application/x-www-form-urlencoded": components["schemas"]["ChapterWrite"];
                "multipart/form-data": components["schemas"]["ChapterWrite"];
            };
        };
        responses: {
            /** @description The chapter as it is now. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Chapter"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
        };
    };
    deleteAgentChapter: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The course. */
                course_pk: string;
                /** @description The chapter. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Deleted. */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
        };
    };
    updateAgentChapter: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The course. */
                course_pk: string;
                /** @description The chapter. */
                id: string;
            };
            cookie?: never;
        };
        /** @description One schema for all three media types. In a form, numbers and booleans (`true`, `false`) are written as in JSON, a member that is not a scalar is JSON text, and an empty value is null where null is allowed. */
        requestBody?: {
            content: {
                "application/json": components["schemas"]["PatchedChapter"];
                "application/x-www-form-urlencoded": components["schemas"]["PatchedChapter"];
                "multipart/form-data": components["schemas"]["PatchedChapter"];
            };
        };
        responses: {
            /** @description The chapter as it is now. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Chapter"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
        };
    };
    listAgentLessons: {
        parameters: {
            query?: {
                /** @description The page, from 1. Beyond the last: no results. */
                page?: components["parameters"]["Page"];
                /** @description Results on a page. */
                page_size?: components["parameters"]["PageSize"];
            };
            header?: never;
            path: {
                /** @description The course. */
                course_pk: string;
                /** @description The chapter. */
                chapter_pk: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of lessons. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LessonList"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
        };
    };
    createAgentLesson: {
        parameters: {
            query?: never;
            header?: {
                /** @description Any text that names this one act, for example a UUID: visible ASCII without spaces, 1 to 255 characters. The same key and body within 24 hours gets the first answer again; the same key with another body is 400. Only an answer of success is kept. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description The course. */
                course_pk: string;
                /** @description The chapter. */
                chapter_pk: string;
            };
            cookie?: never;
        };
        /** @description One schema for all three media types. In a form, numbers and booleans (`true`, `false`) are written as in JSON, a member that is not a scalar is JSON text, and an empty value is null where null is allowed. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["LessonWrite"];
                "application/x-www-form-urlencoded": components["schemas"]["LessonWrite"];
                "multipart/form-data": components["schemas"]["LessonWrite"];
            };
        };
        responses: {
            /** @description The new lesson. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Lesson"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
        };
    };
    getAgentLesson: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The course. */
                course_pk: string;
                /** @description The chapter. */
                chapter_pk: string;
                /** @description The lesson. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The lesson. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Lesson"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
        };
    };
    deleteAgentLesson: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The course. */
                course_pk: string;
                /** @description The chapter. */
                chapter_pk: string;
                /** @description The lesson. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Deleted. */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
        };
    };
    updateAgentLesson: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The course. */
                course_pk: string;
                /** @description The chapter. */
                chapter_pk: string;
                /** @description The lesson. */
                id: string;
            };
            cookie?: never;
        };
        /** @description One schema for all three media types. In a form, numbers and booleans (`true`, `false`) are written as in JSON, a member that is not a scalar is JSON text, and an empty value is null where null is allowed. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["PatchedLesson"];
                "application/x-www-form-urlencoded": components["schemas"]["PatchedLesson"];
                "multipart/form-data": components["schemas"]["PatchedLesson"];
            };
        };
        responses: {
            /** @description The lesson as it is now. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Lesson"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["StaleLesson"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
        };
    };
    getAgentOrgSettings: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The settings. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OrgSettings"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
        };
    };
    updateAgentOrgSettings: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description One schema for all three media types. In a form, numbers and booleans (`true`, `false`) are written as in JSON, a member that is not a scalar is JSON text, and an empty value is null where null is allowed. */
        requestBody?: {
            content: {
                "application/json": components["schemas"]["PatchedOrgSettings"];
                "application/x-www-form-urlencoded": components["schemas"]["PatchedOrgSettings"];
                "multipart/form-data": components["schemas"]["PatchedOrgSettings"];
            };
        };
        responses: {
            /** @description The settings as they are now. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OrgSettings"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
        };
    };
    signUp: {
        parameters: {
            query?: never;
            header?: {
                /** @description The organisation this request is for, by id or subdomain. A host that is an organisation's own (its subdomain or its verified domain) goes before it; without either, the one that the session used last, else the user's first. */
                "X-Organisation"?: components["parameters"]["Organisation"];
            };
            path?: never;
            cookie?: never;
        };
        /** @description JSON. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["SignUp"];
            };
        };
        responses: {
            /** @description Taken. */
            202: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Accepted"];
                };
            };
            400: components["responses"]["SessionBadRequest"];
            403: components["responses"]["CrossSite"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["SessionTooManyRequests"];
            500: components["responses"]["InternalError"];
        };
    };
    verifyEmail: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description JSON. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["VerificationToken"];
            };
        };
        responses: {
            /** @description Verified. */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["SessionBadRequest"];
            403: components["responses"]["CrossSite"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["SessionTooManyRequests"];
            500: components["responses"]["InternalError"];
        };
    };
    resendVerification: {
        parameters: {
            query?: never;
            header?: {
                /** @description The organisation this request is for, by id or subdomain. A host that is an organisation's own (its subdomain or its verified domain) goes before it; without either, the one that the session used last, else the user's first. */
                "X-Organisation"?: components["parameters"]["Organisation"];
            };
            path?: never;
            cookie?: never;
        };
        /** @description JSON. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["EmailAddress"];
            };
        };
        responses: {
            /** @description Taken. */
            202: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Accepted"];
                };
            };
            400: components["responses"]["SessionBadRequest"];
            403: components["responses"]["CrossSite"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["SessionTooManyRequests"];
            500: components["responses"]["InternalError"];
        };
    };
    logIn: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description JSON. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["LogIn"];
            };
        };
        responses: {
            /** @description Signed in, or half. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SignInResult"];
                };
            };
            400: components["responses"]["SessionBadRequest"];
            /** @description Wrong address or password; which of them is not told, and an unknown address takes as long. Code `invalid_credentials`. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            403: components["responses"]["CrossSite"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["SessionTooManyRequests"];
            500: components["responses"]["InternalError"];
        };
    };
    logInWithCode: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description JSON. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["LogInCode"];
            };
        };
        responses: {
            /** @description Signed in. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SignInResult"];
                };
            };
            400: components["responses"]["SessionBadRequest"];
            /** @description Wrong or used code (code `invalid_code`), or no sign-in waits for one (code `not_authenticated`). */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            403: components["responses"]["SessionForbidden"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["SessionTooManyRequests"];
            500: components["responses"]["InternalError"];
        };
    };
    resendLogInCode: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description JSON. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["CodeChannel"];
            };
        };
        responses: {
            /** @description Taken. */
            202: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Accepted"];
                };
            };
            400: components["responses"]["SessionBadRequest"];
            401: components["responses"]["SessionUnauthorized"];
            403: components["responses"]["SessionForbidden"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["SessionTooManyRequests"];
            500: components["responses"]["InternalError"];
        };
    };
    logInWithTotp: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description JSON. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["LogInCode"];
            };
        };
        responses: {
            /** @description Signed in. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SignInResult"];
                };
            };
            400: components["responses"]["SessionBadRequest"];
            /** @description Wrong or used code (code `invalid_code`), or no sign-in waits for one (code `not_authenticated`). */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            403: components["responses"]["SessionForbidden"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["SessionTooManyRequests"];
            500: components["responses"]["InternalError"];
        };
    };
    changePassword: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description JSON. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["PasswordChange"];
            };
        };
        responses: {
            /** @description Changed. */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["SessionBadRequest"];
            401: components["responses"]["SessionUnauthorized"];
            403: components["responses"]["SessionForbidden"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["SessionTooManyRequests"];
            500: components["responses"]["InternalError"];
        };
    };
    requestPasswordReset: {
        parameters: {
            query?: never;
            header?: {
                /** @description The organisation this request is for, by id or subdomain. A host that is an organisation's own (its subdomain or its verified domain) goes before it; without either, the one that the session used last, else the user's first. */
                "X-Organisation"?: components["parameters"]["Organisation"];
            };
            path?: never;
            cookie?: never;
        };
        /** @description JSON. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["EmailAddress"];
            };
        };
        responses: {
            /** @description Taken. */
            202: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Accepted"];
                };
            };
            400: components["responses"]["SessionBadRequest"];
            403: components["responses"]["CrossSite"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["SessionTooManyRequests"];
            500: components["responses"]["InternalError"];
        };
    };
    confirmPasswordReset: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description JSON. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["PasswordResetConfirm"];
            };
        };
        responses: {
            /** @description Set. */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["SessionBadRequest"];
            403: components["responses"]["CrossSite"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["SessionTooManyRequests"];
            500: components["responses"]["InternalError"];
        };
    };
    refreshSession: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Signed in. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SignInResult"];
                };
            };
            400: components["responses"]["SessionBadRequest"];
            401: components["responses"]["SessionUnauthorized"];
            403: components["responses"]["SessionForbidden"];
            429: components["responses"]["SessionTooManyRequests"];
            500: components["responses"]["InternalError"];
        };
    };
    getMe: {
        parameters: {
            query?: never;
            header?: {
                /** @description The organisation this request is for, by id or subdomain. A host that is an organisation's own (its subdomain or its verified domain) goes before it; without either, the one that the session used last, else the user's first. */
                "X-Organisation"?: components["parameters"]["Organisation"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The user. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Me"];
                };
            };
            400: components["responses"]["SessionBadRequest"];
            401: components["responses"]["SessionUnauthorized"];
            429: components["responses"]["SessionTooManyRequests"];
            500: components["responses"]["InternalError"];
        };
    };
    updateMe: {
        parameters: {
            query?: never;
            header?: {
                /** @description The organisation this request is for, by id or subdomain. A host that is an organisation's own (its subdomain or its verified domain) goes before it; without either, the one that the session used last, else the user's first. */
                "X-Organisation"?: components["parameters"]["Organisation"];
            };
            path?: never;
            cookie?: never;
        };
        /** @description JSON. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["PatchedMe"];
            };
        };
        responses: {
            /** @description The user as they are now. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Me"];
                };
            };
            400: components["responses"]["SessionBadRequest"];
            401: components["responses"]["SessionUnauthorized"];
            403: components["responses"]["SessionForbidden"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["SessionTooManyRequests"];
            500: components["responses"]["InternalError"];
        };
    };
    startTotp: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The secret. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TotpEnrolment"];
                };
            };
            400: components["responses"]["SessionBadRequest"];
            401: components["responses"]["SessionUnauthorized"];
            403: components["responses"]["SessionForbidden"];
            409: components["responses"]["SessionConflict"];
            429: components["responses"]["SessionTooManyRequests"];
            500: components["responses"]["InternalError"];
        };
    };
    confirmTotp: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description JSON. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["LogInCode"];
            };
        };
        responses: {
            /** @description Enabled. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BackupCodes"];
                };
            };
            400: components["responses"]["SessionBadRequest"];
            401: components["responses"]["SessionUnauthorized"];
            403: components["responses"]["SessionForbidden"];
            409: components["responses"]["SessionConflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["SessionTooManyRequests"];
            500: components["responses"]["InternalError"];
        };
    };
    disableTotp: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description JSON. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["ProofOfUser"];
            };
        };
        responses: {
            /** @description Disabled. */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["SessionBadRequest"];
            401: components["responses"]["SessionUnauthorized"];
            403: components["responses"]["SessionForbidden"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["SessionTooManyRequests"];
            500: components["responses"]["InternalError"];
        };
    };
    regenerateBackupCodes: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description JSON. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["ProofOfUser"];
            };
        };
        responses: {
            /** @description The new codes. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BackupCodes"];
                };
            };
            400: components["responses"]["SessionBadRequest"];
            401: components["responses"]["SessionUnauthorized"];
            403: components["responses"]["SessionForbidden"];
            409: components["responses"]["SessionConflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["SessionTooManyRequests"];
            500: components["responses"]["InternalError"];
        };
    };
    listApiKeys: {
        parameters: {
            query?: {
                /** @description The page, from 1. Beyond the last: no results. */
                page?: components["parameters"]["Page"];
                /** @description Results on a page. */
                page_size?: components["parameters"]["PageSize"];
            };
            header?: {
                /** @description The organisation this request is for, by id or subdomain. A host that is an organisation's own (its subdomain or its verified domain) goes before it; without either, the one that the session used last, else the user's first. */
                "X-Organisation"?: components["parameters"]["Organisation"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of keys. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiKeyList"];
                };
            };
            400: components["responses"]["SessionBadRequest"];
            401: components["responses"]["SessionUnauthorized"];
            403: components["responses"]["SessionForbidden"];
            429: components["responses"]["SessionTooManyRequests"];
            500: components["responses"]["InternalError"];
        };
    };
    createApiKey: {
        parameters: {
            query?: never;
            header?: {
                /** @description The organisation this request is for, by id or subdomain. A host that is an organisation's own (its subdomain or its verified domain) goes before it; without either, the one that the session used last, else the user's first. */
                "X-Organisation"?: components["parameters"]["Organisation"];
            };
            path?: never;
            cookie?: never;
        };
        /** @description JSON. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["ApiKeyWrite"];
            };
        };
        responses: {
            /** @description The new key. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiKeyCreated"];
                };
            };
            400: components["responses"]["SessionBadRequest"];
            401: components["responses"]["SessionUnauthorized"];
            403: components["responses"]["SessionForbidden"];
            409: components["responses"]["SessionConflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["SessionTooManyRequests"];
            500: components["responses"]["InternalError"];
        };
    };
    deleteApiKey: {
        parameters: {
            query?: never;
            header?: {
                /** @description The organisation this request is for, by id or subdomain. A host that is an organisation's own (its subdomain or its verified domain) goes before it; without either, the one that the session used last, else the user's first. */
                "X-Organisation"?: components["parameters"]["Organisation"];
            };
            path: {
                /** @description The key. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Revoked. */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["SessionBadRequest"];
            401: components["responses"]["SessionUnauthorized"];
            403: components["responses"]["SessionForbidden"];
            404: components["responses"]["SessionNotFound"];
            429: components["responses"]["SessionTooManyRequests"];
            500: components["responses"]["InternalError"];
        };
    };
    replaceApiKeyScopes: {
        parameters: {
            query?: never;
            header?: {
                /** @description The organisation this request is for, by id or subdomain. A host that is an organisation's own (its subdomain or its verified domain) goes before it; without either, the one that the session used last, else the user's first. */
                "X-Organisation"?: components["parameters"]["Organisation"];
            };
            path: {
                /** @description The key. */
                id: string;
            };
            cookie?: never;
        };
        /** @description JSON. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["KeyScopesWrite"];
            };
        };
        responses: {
            /** @description The key as it is now. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiKey"];
                };
            };
            400: components["responses"]["SessionBadRequest"];
            401: components["responses"]["SessionUnauthorized"];
            403: components["responses"]["SessionForbidden"];
            404: components["responses"]["SessionNotFound"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["SessionTooManyRequests"];
            500: components["responses"]["InternalError"];
        };
    };
    setUpOrganisation: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description JSON. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["OrganisationSetup"];
            };
        };
        responses: {
            /** @description The organisation. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TenantConfig"];
                };
            };
            400: components["responses"]["SessionBadRequest"];
            401: components["responses"]["SessionUnauthorized"];
            403: components["responses"]["SessionForbidden"];
            409: components["responses"]["SessionConflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["SessionTooManyRequests"];
            500: components["responses"]["InternalError"];
        };
    };
    getTenantConfig: {
        parameters: {
            query?: never;
            header?: {
                /** @description The organisation this request is for, by id or subdomain. A host that is an organisation's own (its subdomain or its verified domain) goes before it; without either, the one that the session used last, else the user's first. */
                "X-Organisation"?: components["parameters"]["Organisation"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The configuration. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TenantConfig"];
                };
            };
            400: components["responses"]["SessionBadRequest"];
            401: components["responses"]["SessionUnauthorized"];
            403: components["responses"]["SessionForbidden"];
            429: components["responses"]["SessionTooManyRequests"];
            500: components["responses"]["InternalError"];
        };
    };
    getSubdomain: {
        parameters: {
            query?: never;
            header?: {
                /** @description The organisation this request is for, by id or subdomain. A host that is an organisation's own (its subdomain or its verified domain) goes before it; without either, the one that the session used last, else the user's first. */
                "X-Organisation"?: components["parameters"]["Organisation"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The subdomain. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Subdomain"];
                };
            };
            400: components["responses"]["SessionBadRequest"];
            401: components["responses"]["SessionUnauthorized"];
            403: components["responses"]["SessionForbidden"];
            429: components["responses"]["SessionTooManyRequests"];
            500: components["responses"]["InternalError"];
        };
    };
    updateSubdomain: {
        parameters: {
            query?: never;
            header?: {
                /** @description The organisation this request is for, by id or subdomain. A host that is an organisation's own (its subdomain or its verified domain) goes before it; without either, the one that the session used last, else the user's first. */
                "X-Organisation"?: components["parameters"]["Organisation"];
            };
            path?: never;
            cookie?: never;
        };
        /** @description JSON. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["PatchedSubdomain"];
            };
        };
        responses: {
            /** @description The subdomain as it is now. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Subdomain"];
                };
            };
            400: components["responses"]["SessionBadRequest"];
            401: components["responses"]["SessionUnauthorized"];
            403: components["responses"]["SessionForbidden"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["SessionTooManyRequests"];
            500: components["responses"]["InternalError"];
        };
    };
    listAuditLog: {
        parameters: {
            query?: {
                /** @description The page, from 1. Beyond the last: no results. */
                page?: components["parameters"]["Page"];
                /** @description Results on a page. */
                page_size?: components["parameters"]["PageSize"];
                /** @description Only changes of this action, or of all actions of a kind: `course.updated`, `course`. */
                action?: string;
                /** @description Only changes by this user or key. */
                actor_id?: string;
                /** @description Only changes of this object. */
                object_id?: string;
                /** @description Only changes from this moment on. */
                since?: string;
                /** @description Only changes before this moment. */
                until?: string;
            };
            header?: {
                /** @description The organisation this request is for, by id or subdomain. A host that is an organisation's own (its subdomain or its verified domain) goes before it; without either, the one that the session used last, else the user's first. */
                "X-Organisation"?: components["parameters"]["Organisation"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of changes. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AuditEntryList"];
                };
            };
            400: components["responses"]["SessionBadRequest"];
            401: components["responses"]["SessionUnauthorized"];
            403: components["responses"]["SessionForbidden"];
            429: components["responses"]["SessionTooManyRequests"];
            500: components["responses"]["InternalError"];
        };
    };
    listPlans: {
        parameters: {
            query?: {
                /** @description The page, from 1. Beyond the last: no results. */
                page?: components["parameters"]["Page"];
                /** @description Results on a page. */
                page_size?: components["parameters"]["PageSize"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of plans. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PlanList"];
                };
            };
            400: components["responses"]["SessionBadRequest"];
            429: components["responses"]["SessionTooManyRequests"];
            500: components["responses"]["InternalError"];
        };
    };
    getPlatformSubscription: {
        parameters: {
            query?: never;
            header?: {
                /** @description The organisation this request is for, by id or subdomain. A host that is an organisation's own (its subdomain or its verified domain) goes before it; without either, the one that the session used last, else the user's first. */
                "X-Organisation"?: components["parameters"]["Organisation"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The subscription. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PlatformSubscription"];
                };
            };
            400: components["responses"]["SessionBadRequest"];
            401: components["responses"]["SessionUnauthorized"];
            403: components["responses"]["SessionForbidden"];
            404: components["responses"]["SessionNotFound"];
            429: components["responses"]["SessionTooManyRequests"];
            500: components["responses"]["InternalError"];
        };
    };
    listCurrencies: {
        parameters: {
            query?: {
                /** @description The page, from 1. Beyond the last: no results. */
                page?: components["parameters"]["Page"];
                /** @description Results on a page. */
                page_size?: components["parameters"]["PageSize"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of currencies. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CurrencyList"];
                };
            };
            400: components["responses"]["SessionBadRequest"];
            429: components["responses"]["SessionTooManyRequests"];
            500: components["responses"]["InternalError"];
        };
    };
    listTimeZones: {
        parameters: {
            query?: {
                /** @description The page, from 1. Beyond the last: no results. */
                page?: components["parameters"]["Page"];
                /** @description Results on a page. */
                page_size?: components["parameters"]["PageSize"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of time zones. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TimeZoneList"];
                };
            };
            400: components["responses"]["SessionBadRequest"];
            429: components["responses"]["SessionTooManyRequests"];
            500: components["responses"]["InternalError"];
        };
    };
    logInWithProvider: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description JSON. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["ProviderLogIn"];
            };
        };
        responses: {
            /** @description Where to go, or signed in, or half. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProviderLogInResult"];
                };
            };
            400: components["responses"]["SessionBadRequest"];
            /** @description The provider did not vouch for the user: codes `provider_refused`, `provider_email_unverified`. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            403: components["responses"]["CrossSite"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["SessionTooManyRequests"];
            500: components["responses"]["InternalError"];
            /** @description The provider does not answer. Code `provider_unreachable`. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    resetPasswordWithCard: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description JSON. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["CardPasswordReset"];
            };
        };
        responses: {
            /** @description Set. */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["SessionBadRequest"];
            403: components["responses"]["CrossSite"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["SessionTooManyRequests"];
            500: components["responses"]["InternalError"];
        };
    };
    sendPhoneCode: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description JSON. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["PhoneCodeRequest"];
            };
        };
        responses: {
            /** @description Taken. */
            202: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Accepted"];
                };
            };
            400: components["responses"]["SessionBadRequest"];
            403: components["responses"]["CrossSite"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["SessionTooManyRequests"];
            500: components["responses"]["InternalError"];
        };
    };
    verifyPhoneCode: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description JSON. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["PhoneCode"];
            };
        };
        responses: {
            /** @description Signed in, half, or the number is proved. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PhoneCodeResult"];
                };
            };
            400: components["responses"]["SessionBadRequest"];
            /** @description Wrong, used or expired code. Code `invalid_code`. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            403: components["responses"]["CrossSite"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["SessionTooManyRequests"];
            500: components["responses"]["InternalError"];
        };
    };
    attachPhone: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description JSON. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["PhoneToken"];
            };
        };
        responses: {
            /** @description The user as they are now. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Me"];
                };
            };
            400: components["responses"]["SessionBadRequest"];
            401: components["responses"]["SessionUnauthorized"];
            403: components["responses"]["SessionForbidden"];
            409: components["responses"]["SessionConflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["SessionTooManyRequests"];
            500: components["responses"]["InternalError"];
        };
    };
    startPhoneChange: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description JSON. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["PhoneChangeStart"];
            };
        };
        responses: {
            /** @description A code is on its way. */
            202: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Accepted"];
                };
            };
            400: components["responses"]["SessionBadRequest"];
            401: components["responses"]["SessionUnauthorized"];
            403: components["responses"]["SessionForbidden"];
            409: components["responses"]["SessionConflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["SessionTooManyRequests"];
            500: components["responses"]["InternalError"];
        };
    };
    confirmPhoneChange: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description JSON. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["LogInCode"];
            };
        };
        responses: {
            /** @description The user as they are now. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Me"];
                };
            };
            400: components["responses"]["SessionBadRequest"];
            401: components["responses"]["SessionUnauthorized"];
            403: components["responses"]["SessionForbidden"];
            409: components["responses"]["SessionConflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["SessionTooManyRequests"];
            500: components["responses"]["InternalError"];
        };
    };
    listDataExports: {
        parameters: {
            query?: {
                /** @description The page, from 1. Beyond the last: no results. */
                page?: components["parameters"]["Page"];
                /** @description Results on a page. */
                page_size?: components["parameters"]["PageSize"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of exports. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DataExportList"];
                };
            };
            400: components["responses"]["SessionBadRequest"];
            401: components["responses"]["SessionUnauthorized"];
            429: components["responses"]["SessionTooManyRequests"];
            500: components["responses"]["InternalError"];
        };
    };
    requestDataExport: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Queued. */
            202: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DataExport"];
                };
            };
            400: components["responses"]["SessionBadRequest"];
            401: components["responses"]["SessionUnauthorized"];
            403: components["responses"]["SessionForbidden"];
            409: components["responses"]["SessionConflict"];
            429: components["responses"]["SessionTooManyRequests"];
            500: components["responses"]["InternalError"];
        };
    };
    downloadDataExport: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The export. */
                export_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The zip. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Content-Disposition": components["headers"]["Content-Disposition"];
                    [name: string]: unknown;
                };
                content: {
                    "application/zip": string;
                };
            };
            400: components["responses"]["SessionBadRequest"];
            401: components["responses"]["SessionUnauthorized"];
            404: components["responses"]["SessionNotFound"];
            409: components["responses"]["SessionConflict"];
            429: components["responses"]["SessionTooManyRequests"];
            500: components["responses"]["InternalError"];
        };
    };
    deleteMe: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description JSON. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["ProofOfUser"];
            };
        };
        responses: {
            /** @description Scheduled. */
            202: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeletionScheduled"];
                };
            };
            400: components["responses"]["SessionBadRequest"];
            401: components["responses"]["SessionUnauthorized"];
            403: components["responses"]["SessionForbidden"];
            409: components["responses"]["SessionConflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["SessionTooManyRequests"];
            500: components["responses"]["InternalError"];
        };
    };
    updateBranding: {
        parameters: {
            query?: never;
            header?: {
                /** @description The organisation this request is for, by id or subdomain. A host that is an organisation's own (its subdomain or its verified domain) goes before it; without either, the one that the session used last, else the user's first. */
                "X-Organisation"?: components["parameters"]["Organisation"];
            };
            path?: never;
            cookie?: never;
        };
        /** @description JSON. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["PatchedBranding"];
            };
        };
        responses: {
            /** @description The branding as it is now. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Branding"];
                };
            };
            400: components["responses"]["SessionBadRequest"];
            401: components["responses"]["SessionUnauthorized"];
            403: components["responses"]["SessionForbidden"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["SessionTooManyRequests"];
            500: components["responses"]["InternalError"];
        };
    };
    uploadLogo: {
        parameters: {
            query?: never;
            header?: {
                /** @description The organisation this request is for, by id or subdomain. A host that is an organisation's own (its subdomain or its verified domain) goes before it; without either, the one that the session used last, else the user's first. */
                "X-Organisation"?: components["parameters"]["Organisation"];
            };
            path?: never;
            cookie?: never;
        };
        /** @description A form with a file. */
        requestBody: {
            content: {
                "multipart/form-data": components["schemas"]["LogoUpload"];
            };
        };
        responses: {
            /** @description The branding as it is now. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Branding"];
                };
            };
            400: components["responses"]["SessionBadRequest"];
            401: components["responses"]["SessionUnauthorized"];
            403: components["responses"]["SessionForbidden"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["SessionTooManyRequests"];
            500: components["responses"]["InternalError"];
        };
    };
    getCustomDomain: {
        parameters: {
            query?: never;
            header?: {
                /** @description The organisation this request is for, by id or subdomain. A host that is an organisation's own (its subdomain or its verified domain) goes before it; without either, the one that the session used last, else the user's first. */
                "X-Organisation"?: components["parameters"]["Organisation"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The domain. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CustomDomain"];
                };
            };
            400: components["responses"]["SessionBadRequest"];
            401: components["responses"]["SessionUnauthorized"];
            403: components["responses"]["SessionForbidden"];
            404: components["responses"]["SessionNotFound"];
            429: components["responses"]["SessionTooManyRequests"];
            500: components["responses"]["InternalError"];
        };
    };
    claimCustomDomain: {
        parameters: {
            query?: never;
            header?: {
                /** @description The organisation this request is for, by id or subdomain. A host that is an organisation's own (its subdomain or its verified domain) goes before it; without either, the one that the session used last, else the user's first. */
                "X-Organisation"?: components["parameters"]["Organisation"];
            };
            path?: never;
            cookie?: never;
        };
        /** @description JSON. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["DomainClaim"];
            };
        };
        responses: {
            /** @description The domain. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CustomDomain"];
                };
            };
            400: components["responses"]["SessionBadRequest"];
            401: components["responses"]["SessionUnauthorized"];
            403: components["responses"]["SessionForbidden"];
            409: components["responses"]["SessionConflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["SessionTooManyRequests"];
            500: components["responses"]["InternalError"];
        };
    };
    checkCustomDomain: {
        parameters: {
            query?: never;
            header?: {
                /** @description The organisation this request is for, by id or subdomain. A host that is an organisation's own (its subdomain or its verified domain) goes before it; without either, the one that the session used last, else the user's first. */
                "X-Organisation"?: components["parameters"]["Organisation"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The domain as it is now. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CustomDomain"];
                };
            };
            400: components["responses"]["SessionBadRequest"];
            401: components["responses"]["SessionUnauthorized"];
            403: components["responses"]["SessionForbidden"];
            404: components["responses"]["SessionNotFound"];
            429: components["responses"]["SessionTooManyRequests"];
            500: components["responses"]["InternalError"];
        };
    };
    getJoinCode: {
        parameters: {
            query?: never;
            header?: {
                /** @description The organisation this request is for, by id or subdomain. A host that is an organisation's own (its subdomain or its verified domain) goes before it; without either, the one that the session used last, else the user's first. */
                "X-Organisation"?: components["parameters"]["Organisation"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The code. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["JoinCode"];
                };
            };
            400: components["responses"]["SessionBadRequest"];
            401: components["responses"]["SessionUnauthorized"];
            403: components["responses"]["SessionForbidden"];
            429: components["responses"]["SessionTooManyRequests"];
            500: components["responses"]["InternalError"];
        };
    };
    rotateJoinCode: {
        parameters: {
            query?: never;
            header?: {
                /** @description The organisation this request is for, by id or subdomain. A host that is an organisation's own (its subdomain or its verified domain) goes before it; without either, the one that the session used last, else the user's first. */
                "X-Organisation"?: components["parameters"]["Organisation"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The new code. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["JoinCode"];
                };
            };
            400: components["responses"]["SessionBadRequest"];
            401: components["responses"]["SessionUnauthorized"];
            403: components["responses"]["SessionForbidden"];
            429: components["responses"]["SessionTooManyRequests"];
            500: components["responses"]["InternalError"];
        };
    };
    getOnboarding: {
        parameters: {
            query?: never;
            header?: {
                /** @description The organisation this request is for, by id or subdomain. A host that is an organisation's own (its subdomain or its verified domain) goes before it; without either, the one that the session used last, else the user's first. */
                "X-Organisation"?: components["parameters"]["Organisation"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The steps. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Onboarding"];
                };
            };
            400: components["responses"]["SessionBadRequest"];
            401: components["responses"]["SessionUnauthorized"];
            403: components["responses"]["SessionForbidden"];
            429: components["responses"]["SessionTooManyRequests"];
            500: components["responses"]["InternalError"];
        };
    };
    skipOnboarding: {
        parameters: {
            query?: never;
            header?: {
                /** @description The organisation this request is for, by id or subdomain. A host that is an organisation's own (its subdomain or its verified domain) goes before it; without either, the one that the session used last, else the user's first. */
                "X-Organisation"?: components["parameters"]["Organisation"];
            };
            path?: never;
            cookie?: never;
        };
        /** @description JSON. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["OnboardingSkip"];
            };
        };
        responses: {
            /** @description The steps. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Onboarding"];
                };
            };
            400: components["responses"]["SessionBadRequest"];
            401: components["responses"]["SessionUnauthorized"];
            403: components["responses"]["SessionForbidden"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["SessionTooManyRequests"];
            500: components["responses"]["InternalError"];
        };
    };
    getCookieConsent: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The consent. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CookieConsent"];
                };
            };
            400: components["responses"]["SessionBadRequest"];
            429: components["responses"]["SessionTooManyRequests"];
            500: components["responses"]["InternalError"];
        };
    };
    giveCookieConsent: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description JSON. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["CookieChoice"];
            };
        };
        responses: {
            /** @description The consent as it is now. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CookieConsent"];
                };
            };
            400: components["responses"]["SessionBadRequest"];
            403: components["responses"]["CrossSite"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["SessionTooManyRequests"];
            500: components["responses"]["InternalError"];
        };
    };
    getLegalConsent: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The policies. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LegalConsent"];
                };
            };
            400: components["responses"]["SessionBadRequest"];
            401: components["responses"]["SessionUnauthorized"];
            429: components["responses"]["SessionTooManyRequests"];
            500: components["responses"]["InternalError"];
        };
    };
    giveLegalConsent: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description JSON. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["LegalAcceptance"];
            };
        };
        responses: {
            /** @description The policies as they are now. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LegalConsent"];
                };
            };
            400: components["responses"]["SessionBadRequest"];
            401: components["responses"]["SessionUnauthorized"];
            403: components["responses"]["SessionForbidden"];
            409: components["responses"]["SessionConflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["SessionTooManyRequests"];
            500: components["responses"]["InternalError"];
        };
    };
    getNotificationSettings: {
        parameters: {
            query?: never;
            header?: {
                /** @description The organisation this request is for, by id or subdomain. A host that is an organisation's own (its subdomain or its verified domain) goes before it; without either, the one that the session used last, else the user's first. */
                "X-Organisation"?: components["parameters"]["Organisation"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The settings. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NotificationOrgSettings"];
                };
            };
            400: components["responses"]["SessionBadRequest"];
            401: components["responses"]["SessionUnauthorized"];
            403: components["responses"]["SessionForbidden"];
            429: components["responses"]["SessionTooManyRequests"];
            500: components["responses"]["InternalError"];
        };
    };
    replaceNotificationSettings: {
        parameters: {
            query?: never;
            header?: {
                /** @description The organisation this request is for, by id or subdomain. A host that is an organisation's own (its subdomain or its verified domain) goes before it; without either, the one that the session used last, else the user's first. */
                "X-Organisation"?: components["parameters"]["Organisation"];
            };
            path?: never;
            cookie?: never;
        };
        /** @description JSON. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["NotificationOrgSettingsWrite"];
            };
        };
        responses: {
            /** @description The settings as they are now. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NotificationOrgSettings"];
                };
            };
            400: components["responses"]["SessionBadRequest"];
            401: components["responses"]["SessionUnauthorized"];
            403: components["responses"]["SessionForbidden"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["SessionTooManyRequests"];
            500: components["responses"]["InternalError"];
        };
    };
    getNotificationPreferences: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The preferences. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NotificationPreferences"];
                };
            };
            400: components["responses"]["SessionBadRequest"];
            401: components["responses"]["SessionUnauthorized"];
            429: components["responses"]["SessionTooManyRequests"];
            500: components["responses"]["InternalError"];
        };
    };
    updateNotificationPreferences: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description JSON. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["PatchedNotificationPreferences"];
            };
        };
        responses: {
            /** @description The preferences as they are now. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NotificationPreferences"];
                };
            };
            400: components["responses"]["SessionBadRequest"];
            401: components["responses"]["SessionUnauthorized"];
            403: components["responses"]["SessionForbidden"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["SessionTooManyRequests"];
            500: components["responses"]["InternalError"];
        };
    };
    deleteSignUpEmail: {
        parameters: {
            query: {
                /** @description The address. */
                email: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Gone. */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["SessionBadRequest"];
            403: components["responses"]["CrossSite"];
            404: components["responses"]["SessionNotFound"];
            429: components["responses"]["SessionTooManyRequests"];
            500: components["responses"]["InternalError"];
        };
    };
    deleteOwnMembership: {
        parameters: {
            query?: never;
            header?: {
                /** @description The organisation this request is for, by id or subdomain. A host that is an organisation's own (its subdomain or its verified domain) goes before it; without either, the one that the session used last, else the user's first. */
                "X-Organisation"?: components["parameters"]["Organisation"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Left. */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["SessionBadRequest"];
            401: components["responses"]["SessionUnauthorized"];
            403: components["responses"]["SessionForbidden"];
            404: components["responses"]["SessionNotFound"];
            429: components["responses"]["SessionTooManyRequests"];
            500: components["responses"]["InternalError"];
        };
    };
    deleteOrganisationVerification: {
        parameters: {
            query?: never;
            header?: {
                /** @description The organisation this request is for, by id or subdomain. A host that is an organisation's own (its subdomain or its verified domain) goes before it; without either, the one that the session used last, else the user's first. */
                "X-Organisation"?: components["parameters"]["Organisation"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Unverified. */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["SessionBadRequest"];
            401: components["responses"]["SessionUnauthorized"];
            403: components["responses"]["SessionForbidden"];
            404: components["responses"]["SessionNotFound"];
            429: components["responses"]["SessionTooManyRequests"];
            500: components["responses"]["InternalError"];
        };
    };
    deletePolicyAcceptances: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Forgotten. */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["SessionBadRequest"];
            401: components["responses"]["SessionUnauthorized"];
            403: components["responses"]["SessionForbidden"];
            404: components["responses"]["SessionNotFound"];
            429: components["responses"]["SessionTooManyRequests"];
            500: components["responses"]["InternalError"];
        };
    };
    getQaSubscription: {
        parameters: {
            query?: never;
            header?: {
                /** @description The organisation this request is for, by id or subdomain. A host that is an organisation's own (its subdomain or its verified domain) goes before it; without either, the one that the session used last, else the user's first. */
                "X-Organisation"?: components["parameters"]["Organisation"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The subscription. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PlatformSubscription"];
                };
            };
            400: components["responses"]["SessionBadRequest"];
            401: components["responses"]["SessionUnauthorized"];
            403: components["responses"]["SessionForbidden"];
            404: components["responses"]["SessionNotFound"];
            429: components["responses"]["SessionTooManyRequests"];
            500: components["responses"]["InternalError"];
        };
    };
    replaceQaSubscription: {
        parameters: {
            query?: never;
            header?: {
                /** @description The organisation this request is for, by id or subdomain. A host that is an organisation's own (its subdomain or its verified domain) goes before it; without either, the one that the session used last, else the user's first. */
                "X-Organisation"?: components["parameters"]["Organisation"];
            };
            path?: never;
            cookie?: never;
        };
        /** @description JSON. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["QaSubscriptionWrite"];
            };
        };
        responses: {
            /** @description The subscription as it is now. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PlatformSubscription"];
                };
            };
            400: components["responses"]["SessionBadRequest"];
            401: components["responses"]["SessionUnauthorized"];
            403: components["responses"]["SessionForbidden"];
            404: components["responses"]["SessionNotFound"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["SessionTooManyRequests"];
            500: components["responses"]["InternalError"];
        };
    };
    deleteQaSubscription: {
        parameters: {
            query?: never;
            header?: {
                /** @description The organisation this request is for, by id or subdomain. A host that is an organisation's own (its subdomain or its verified domain) goes before it; without either, the one that the session used last, else the user's first. */
                "X-Organisation"?: components["parameters"]["Organisation"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Gone. */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["SessionBadRequest"];
            401: components["responses"]["SessionUnauthorized"];
            403: components["responses"]["SessionForbidden"];
            404: components["responses"]["SessionNotFound"];
            429: components["responses"]["SessionTooManyRequests"];
            500: components["responses"]["InternalError"];
        };
    };
    replaceQaDomainClaim: {
        parameters: {
            query?: never;
            header?: {
                /** @description The organisation this request is for, by id or subdomain. A host that is an organisation's own (its subdomain or its verified domain) goes before it; without either, the one that the session used last, else the user's first. */
                "X-Organisation"?: components["parameters"]["Organisation"];
            };
            path?: never;
            cookie?: never;
        };
        /** @description JSON. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["QaDomainClaim"];
            };
        };
        responses: {
            /** @description The domain as it is now. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CustomDomain"];
                };
            };
            400: components["responses"]["SessionBadRequest"];
            401: components["responses"]["SessionUnauthorized"];
            403: components["responses"]["SessionForbidden"];
            404: components["responses"]["SessionNotFound"];
            409: components["responses"]["SessionConflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["SessionTooManyRequests"];
            500: components["responses"]["InternalError"];
        };
    };
    deleteQaDomainClaim: {
        parameters: {
            query?: never;
            header?: {
                /** @description The organisation this request is for, by id or subdomain. A host that is an organisation's own (its subdomain or its verified domain) goes before it; without either, the one that the session used last, else the user's first. */
                "X-Organisation"?: components["parameters"]["Organisation"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Gone. */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["SessionBadRequest"];
            401: components["responses"]["SessionUnauthorized"];
            403: components["responses"]["SessionForbidden"];
            404: components["responses"]["SessionNotFound"];
            429: components["responses"]["SessionTooManyRequests"];
            500: components["responses"]["InternalError"];
        };
    };
    listCourses: {
        parameters: {
            query?: {
                /** @description The page, from 1. Beyond the last: no results. */
                page?: components["parameters"]["Page"];
                /** @description Results on a page. */
                page_size?: components["parameters"]["PageSize"];
                /** @description The order; a minus sign reverses it. Equal courses are ordered by id. */
                ordering?: "-created_at" | "created_at" | "-updated_at" | "updated_at" | "title" | "-title";
                /** @description Only courses of this status. */
                status?: "draft" | "published" | "archived";
                /** @description Only courses with this in their title, whatever the case. */
                search?: string;
                /** @description Only the course of this slug. */
                slug?: string;
            };
            header?: {
                /** @description The organisation this request is for, by id or subdomain. A host that is an organisation's own (its subdomain or its verified domain) goes before it; without either, the one that the session used last, else the user's first. */
                "X-Organisation"?: components["parameters"]["Organisation"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of courses. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CourseList"];
                };
            };
            400: components["responses"]["SessionBadRequest"];
            401: components["responses"]["SessionUnauthorized"];
            403: components["responses"]["SessionForbidden"];
            429: components["responses"]["SessionTooManyRequests"];
            500: components["responses"]["InternalError"];
        };
    };
    createCourse: {
        parameters: {
            query?: never;
            header?: {
                /** @description The organisation this request is for, by id or subdomain. A host that is an organisation's own (its subdomain or its verified domain) goes before it; without either, the one that the session used last, else the user's first. */
                "X-Organisation"?: components["parameters"]["Organisation"];
            };
            path?: never;
            cookie?: never;
        };
        /** @description JSON. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["StudioCourseWrite"];
            };
        };
        responses: {
            /** @description The course. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Course"];
                };
            };
            400: components["responses"]["SessionBadRequest"];
            401: components["responses"]["SessionUnauthorized"];
            403: components["responses"]["SessionForbidden"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["SessionTooManyRequests"];
            500: components["responses"]["InternalError"];
        };
    };
    listRecentCourses: {
        parameters: {
            query?: {
                /** @description The page, from 1. Beyond the last: no results. */
                page?: components["parameters"]["Page"];
                /** @description Results on a page. */
                page_size?: components["parameters"]["PageSize"];
            };
            header?: {
                /** @description The organisation this request is for, by id or subdomain. A host that is an organisation's own (its subdomain or its verified domain) goes before it; without either, the one that the session used last, else the user's first. */
                "X-Organisation"?: components["parameters"]["Organisation"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of courses. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RecentCourseList"];
                };
            };
            400: components["responses"]["SessionBadRequest"];
            401: components["responses"]["SessionUnauthorized"];
            403: components["responses"]["SessionForbidden"];
            429: components["responses"]["SessionTooManyRequests"];
            500: components["responses"]["InternalError"];
        };
    };
    getCourse: {
        parameters: {
            query?: never;
            header?: {
                /** @description The organisation this request is for, by id or subdomain. A host that is an organisation's own (its subdomain or its verified domain) goes before it; without either, the one that the session used last, else the user's first. */
                "X-Organisation"?: components["parameters"]["Organisation"];
            };
            path: {
                /** @description The course. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The course. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Course"];
                };
            };
            400: components["responses"]["SessionBadRequest"];
            401: components["responses"]["SessionUnauthorized"];
            403: components["responses"]["SessionForbidden"];
            404: components["responses"]["SessionNotFound"];
            429: components["responses"]["SessionTooManyRequests"];
            500: components["responses"]["InternalError"];
        };
    };
    replaceCourse: {
        parameters: {
            query?: never;
            header?: {
                /** @description The organisation this request is for, by id or subdomain. A host that is an organisation's own (its subdomain or its verified domain) goes before it; without either, the one that the session used last, else the user's first. */
                "X-Organisation"?: components["parameters"]["Organisation"];
            };
            path: {
                /** @description The course. */
                id: string;
            };
            cookie?: never;
        };
        /** @description JSON. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["StudioCourseWrite"];
            };
        };
        responses: {
            /** @description The course as it is now. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Course"];
                };
            };
            400: components["responses"]["SessionBadRequest"];
            401: components["responses"]["SessionUnauthorized"];
            403: components["responses"]["SessionForbidden"];
            404: components["responses"]["SessionNotFound"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["SessionTooManyRequests"];
            500: components["responses"]["InternalError"];
        };
    };
    deleteCourse: {
        parameters: {
            query?: never;
            header?: {
                /** @description The organisation this request is for, by id or subdomain. A host that is an organisation's own (its subdomain or its verified domain) goes before it; without either, the one that the session used last, else the user's first. */
                "X-Organisation"?: components["parameters"]["Organisation"];
            };
            path: {
                /** @description The course. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Deleted. */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["SessionBadRequest"];
            401: components["responses"]["SessionUnauthorized"];
            403: components["responses"]["SessionForbidden"];
            404: components["responses"]["SessionNotFound"];
            429: components["responses"]["SessionTooManyRequests"];
            500: components["responses"]["InternalError"];
        };
    };
    updateCourse: {
        parameters: {
            query?: never;
            header?: {
                /** @description The organisation this request is for, by id or subdomain. A host that is an organisation's own (its subdomain or its verified domain) goes before it; without either, the one that the session used last, else the user's first. */
                "X-Organisation"?: components["parameters"]["Organisation"];
            };
            path: {
                /** @description The course. */
                id: string;
            };
            cookie?: never;
        };
        /** @description JSON. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["PatchedStudioCourse"];
            };
        };
        responses: {
            /** @description The course as it is now. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Course"];
                };
            };
            400: components["responses"]["SessionBadRequest"];
            401: components["responses"]["SessionUnauthorized"];
            403: components["responses"]["SessionForbidden"];
            404: components["responses"]["SessionNotFound"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["SessionTooManyRequests"];
            500: components["responses"]["InternalError"];
        };
    };
    touchCourse: {
        parameters: {
            query?: never;
            header?: {
                /** @description The organisation this request is for, by id or subdomain. A host that is an organisation's own (its subdomain or its verified domain) goes before it; without either, the one that the session used last, else the user's first. */
                "X-Organisation"?: components["parameters"]["Organisation"];
            };
            path: {
                /** @description The course. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Noted. */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["SessionBadRequest"];
            401: components["responses"]["SessionUnauthorized"];
            403: components["responses"]["SessionForbidden"];
            404: components["responses"]["SessionNotFound"];
            429: components["responses"]["SessionTooManyRequests"];
            500: components["responses"]["InternalError"];
        };
    };
    getPrice: {
        parameters: {
            query?: never;
            header?: {
                /** @description The organisation this request is for, by id or subdomain. A host that is an organisation's own (its subdomain or its verified domain) goes before it; without either, the one that the session used last, else the user's first. */
                "X-Organisation"?: components["parameters"]["Organisation"];
            };
            path: {
                /** @description The course. */
                course_pk: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The price. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Price"];
                };
            };
            400: components["responses"]["SessionBadRequest"];
            401: components["responses"]["SessionUnauthorized"];
            403: components["responses"]["SessionForbidden"];
            404: components["responses"]["SessionNotFound"];
            429: components["responses"]["SessionTooManyRequests"];
            500: components["responses"]["InternalError"];
        };
    };
    replacePrice: {
        parameters: {
            query?: never;
            header?: {
                /** @description The organisation this request is for, by id or subdomain. A host that is an organisation's own (its subdomain or its verified domain) goes before it; without either, the one that the session used last, else the user's first. */
                "X-Organisation"?: components["parameters"]["Organisation"];
            };
            path: {
                /** @description The course. */
                course_pk: string;
            };
            cookie?: never;
        };
        /** @description JSON. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["PriceWrite"];
            };
        };
        responses: {
            /** @description The price as it is now. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Price"];
                };
            };
            400: components["responses"]["SessionBadRequest"];
            401: components["responses"]["SessionUnauthorized"];
            403: components["responses"]["SessionForbidden"];
            404: components["responses"]["SessionNotFound"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["SessionTooManyRequests"];
            500: components["responses"]["InternalError"];
        };
    };
    createPreviewToken: {
        parameters: {
            query?: never;
            header?: {
                /** @description The organisation this request is for, by id or subdomain. A host that is an organisation's own (its subdomain or its verified domain) goes before it; without either, the one that the session used last, else the user's first. */
                "X-Organisation"?: components["parameters"]["Organisation"];
            };
            path: {
                /** @description The course. */
                course_pk: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The token. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PreviewToken"];
                };
            };
            400: components["responses"]["SessionBadRequest"];
            401: components["responses"]["SessionUnauthorized"];
            403: components["responses"]["SessionForbidden"];
            404: components["responses"]["SessionNotFound"];
            429: components["responses"]["SessionTooManyRequests"];
            500: components["responses"]["InternalError"];
        };
    };
    getCurriculum: {
        parameters: {
            query?: {
                /** @description The page, from 1. Beyond the last: no results. */
                page?: components["parameters"]["Page"];
                /** @description Results on a page. */
                page_size?: components["parameters"]["PageSize"];
                /** @description Only lessons of this chapter. */
                chapter_id?: string;
            };
            header?: {
                /** @description The organisation this request is for, by id or subdomain. A host that is an organisation's own (its subdomain or its verified domain) goes before it; without either, the one that the session used last, else the user's first. */
                "X-Organisation"?: components["parameters"]["Organisation"];
            };
            path: {
                /** @description The course. */
                course_pk: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The outline. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Curriculum"];
                };
            };
            400: components["responses"]["SessionBadRequest"];
            401: components["responses"]["SessionUnauthorized"];
            403: components["responses"]["SessionForbidden"];
            404: components["responses"]["SessionNotFound"];
            429: components["responses"]["SessionTooManyRequests"];
            500: components["responses"]["InternalError"];
        };
    };
    getPhonePreview: {
        parameters: {
            query: {
                /** @description The preview token. */
                token: string;
                /** @description The page, from 1. Beyond the last: no results. */
                page?: components["parameters"]["Page"];
                /** @description Results on a page. */
                page_size?: components["parameters"]["PageSize"];
            };
            header?: never;
            path: {
                /** @description The course. */
                course_pk: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The preview. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PhonePreview"];
                };
            };
            400: components["responses"]["SessionBadRequest"];
            404: components["responses"]["SessionNotFound"];
            429: components["responses"]["SessionTooManyRequests"];
            500: components["responses"]["InternalError"];
        };
    };
    listChapters: {
        parameters: {
            query?: {
                /** @description The page, from 1. Beyond the last: no results. */
                page?: components["parameters"]["Page"];
                /** @description Results on a page. */
                page_size?: components["parameters"]["PageSize"];
            };
            header?: {
                /** @description The organisation this request is for, by id or subdomain. A host that is an organisation's own (its subdomain or its verified domain) goes before it; without either, the one that the session used last, else the user's first. */
                "X-Organisation"?: components["parameters"]["Organisation"];
            };
            path: {
                /** @description The course. */
                course_pk: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of chapters. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ChapterList"];
                };
            };
            400: components["responses"]["SessionBadRequest"];
            401: components["responses"]["SessionUnauthorized"];
            403: components["responses"]["SessionForbidden"];
            404: components["responses"]["SessionNotFound"];
            429: components["responses"]["SessionTooManyRequests"];
            500: components["responses"]["InternalError"];
        };
    };
    createChapter: {
        parameters: {
            query?: never;
            header?: {
                /** @description The organisation this request is for, by id or subdomain. A host that is an organisation's own (its subdomain or its verified domain) goes before it; without either, the one that the session used last, else the user's first. */
                "X-Organisation"?: components["parameters"]["Organisation"];
            };
            path: {
                /** @description The course. */
                course_pk: string;
            };
            cookie?: never;
        };
        /** @description JSON. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["StudioChapterWrite"];
            };
        };
        responses: {
            /** @description The chapter. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Chapter"];
                };
            };
            400: components["responses"]["SessionBadRequest"];
            401: components["responses"]["SessionUnauthorized"];
            403: components["responses"]["SessionForbidden"];
            404: components["responses"]["SessionNotFound"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["SessionTooManyRequests"];
            500: components["responses"]["InternalError"];
        };
    };
    reorderChapters: {
        parameters: {
            query?: never;
            header?: {
                /** @description The organisation this request is for, by id or subdomain. A host that is an organisation's own (its subdomain or its verified domain) goes before it; without either, the one that the session used last, else the user's first. */
                "X-Organisation"?: components["parameters"]["Organisation"];
            };
            path: {
                /** @description The course. */
                course_pk: string;
            };
            cookie?: never;
        };
        /** @description JSON. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["Order"];
            };
        };
        responses: {
            /** @description Reordered. */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["SessionBadRequest"];
            401: components["responses"]["SessionUnauthorized"];
            403: components["responses"]["SessionForbidden"];
            404: components["responses"]["SessionNotFound"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["SessionTooManyRequests"];
            500: components["responses"]["InternalError"];
        };
    };
    getChapter: {
        parameters: {
            query?: never;
            header?: {
                /** @description The organisation this request is for, by id or subdomain. A host that is an organisation's own (its subdomain or its verified domain) goes before it; without either, the one that the session used last, else the user's first. */
                "X-Organisation"?: components["parameters"]["Organisation"];
            };
            path: {
                /** @description The course. */
                course_pk: string;
                /** @description The chapter. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The chapter. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Chapter"];
                };
            };
            400: components["responses"]["SessionBadRequest"];
            401: components["responses"]["SessionUnauthorized"];
            403: components["responses"]["SessionForbidden"];
            404: components["responses"]["SessionNotFound"];
            429: components["responses"]["SessionTooManyRequests"];
            500: components["responses"]["InternalError"];
        };
    };
    deleteChapter: {
        parameters: {
            query?: never;
            header?: {
                /** @description The organisation this request is for, by id or subdomain. A host that is an organisation's own (its subdomain or its verified domain) goes before it; without either, the one that the session used last, else the user's first. */
                "X-Organisation"?: components["parameters"]["Organisation"];
            };
            path: {
                /** @description The course. */
                course_pk: string;
                /** @description The chapter. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Deleted. */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["SessionBadRequest"];
            401: components["responses"]["SessionUnauthorized"];
            403: components["responses"]["SessionForbidden"];
            404: components["responses"]["SessionNotFound"];
            429: components["responses"]["SessionTooManyRequests"];
            500: components["responses"]["InternalError"];
        };
    };
    updateChapter: {
        parameters: {
            query?: never;
            header?: {
                /** @description The organisation this request is for, by id or subdomain. A host that is an organisation's own (its subdomain or its verified domain) goes before it; without either, the one that the session used last, else the user's first. */
                "X-Organisation"?: components["parameters"]["Organisation"];
            };
            path: {
                /** @description The course. */
                course_pk: string;
                /** @description The chapter. */
                id: string;
            };
            cookie?: never;
        };
        /** @description JSON. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["PatchedStudioChapter"];
            };
        };
        responses: {
            /** @description The chapter as it is now. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Chapter"];
                };
            };
            400: components["responses"]["SessionBadRequest"];
            401: components["responses"]["SessionUnauthorized"];
            403: components["responses"]["SessionForbidden"];
            404: components["responses"]["SessionNotFound"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["SessionTooManyRequests"];
            500: components["responses"]["InternalError"];
        };
    };
    duplicateChapter: {
        parameters: {
            query?: never;
            header?: {
                /** @description The organisation this request is for, by id or subdomain. A host that is an organisation's own (its subdomain or its verified domain) goes before it; without either, the one that the session used last, else the user's first. */
                "X-Organisation"?: components["parameters"]["Organisation"];
            };
            path: {
                /** @description The course. */
                course_pk: string;
                /** @description The chapter. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The copy. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Chapter"];
                };
            };
            400: components["responses"]["SessionBadRequest"];
            401: components["responses"]["SessionUnauthorized"];
            403: components["responses"]["SessionForbidden"];
            404: components["responses"]["SessionNotFound"];
            429: components["responses"]["SessionTooManyRequests"];
            500: components["responses"]["InternalError"];
        };
    };
    publishChapter: {
        parameters: {
            query?: never;
            header?: {
                /** @description The organisation this request is for, by id or subdomain. A host that is an organisation's own (its subdomain or its verified domain) goes before it; without either, the one that the session used last, else the user's first. */
                "X-Organisation"?: components["parameters"]["Organisation"];
            };
            path: {
                /** @description The course. */
                course_pk: string;
                /** @description The chapter. */
                id: string;
            };
            cookie?: never;
        };
        /** @description JSON. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["ChapterPublication"];
            };
        };
        responses: {
            /** @description What learners see now. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ChapterPublished"];
                };
            };
            400: components["responses"]["SessionBadRequest"];
            401: components["responses"]["SessionUnauthorized"];
            403: components["responses"]["SessionForbidden"];
            404: components["responses"]["SessionNotFound"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["SessionTooManyRequests"];
            500: components["responses"]["InternalError"];
        };
    };
    listLessons: {
        parameters: {
            query?: {
                /** @description The page, from 1. Beyond the last: no results. */
                page?: components["parameters"]["Page"];
                /** @description Results on a page. */
                page_size?: components["parameters"]["PageSize"];
            };
            header?: {
                /** @description The organisation this request is for, by id or subdomain. A host that is an organisation's own (its subdomain or its verified domain) goes before it; without either, the one that the session used last, else the user's first. */
                "X-Organisation"?: components["parameters"]["Organisation"];
            };
            path: {
                /** @description The course. */
                course_pk: string;
                /** @description The chapter. */
                chapter_pk: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of lessons. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LessonList"];
                };
            };
            400: components["responses"]["SessionBadRequest"];
            401: components["responses"]["SessionUnauthorized"];
            403: components["responses"]["SessionForbidden"];
            404: components["responses"]["SessionNotFound"];
            429: components["responses"]["SessionTooManyRequests"];
            500: components["responses"]["InternalError"];
        };
    };
    createLesson: {
        parameters: {
            query?: never;
            header?: {
                /** @description The organisation this request is for, by id or subdomain. A host that is an organisation's own (its subdomain or its verified domain) goes before it; without either, the one that the session used last, else the user's first. */
                "X-Organisation"?: components["parameters"]["Organisation"];
            };
            path: {
                /** @description The course. */
                course_pk: string;
                /** @description The chapter. */
                chapter_pk: string;
            };
            cookie?: never;
        };
        /** @description JSON. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["StudioLessonWrite"];
            };
        };
        responses: {
            /** @description The lesson. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Lesson"];
                };
            };
            400: components["responses"]["SessionBadRequest"];
            401: components["responses"]["SessionUnauthorized"];
            403: components["responses"]["SessionForbidden"];
            404: components["responses"]["SessionNotFound"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["SessionTooManyRequests"];
            500: components["responses"]["InternalError"];
        };
    };
    reorderLessons: {
        parameters: {
            query?: never;
            header?: {
                /** @description The organisation this request is for, by id or subdomain. A host that is an organisation's own (its subdomain or its verified domain) goes before it; without either, the one that the session used last, else the user's first. */
                "X-Organisation"?: components["parameters"]["Organisation"];
            };
            path: {
                /** @description The course. */
                course_pk: string;
                /** @description The chapter. */
                chapter_pk: string;
            };
            cookie?: never;
        };
        /** @description JSON. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["Order"];
            };
        };
        responses: {
            /** @description Reordered. */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["SessionBadRequest"];
            401: components["responses"]["SessionUnauthorized"];
            403: components["responses"]["SessionForbidden"];
            404: components["responses"]["SessionNotFound"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["SessionTooManyRequests"];
            500: components["responses"]["InternalError"];
        };
    };
    getLesson: {
        parameters: {
            query?: never;
            header?: {
                /** @description The organisation this request is for, by id or subdomain. A host that is an organisation's own (its subdomain or its verified domain) goes before it; without either, the one that the session used last, else the user's first. */
                "X-Organisation"?: components["parameters"]["Organisation"];
            };
            path: {
                /** @description The course. */
                course_pk: string;
                /** @description The chapter. */
                chapter_pk: string;
                /** @description The lesson. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The lesson. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LessonView"];
                };
            };
            400: components["responses"]["SessionBadRequest"];
            401: components["responses"]["SessionUnauthorized"];
            403: components["responses"]["SessionForbidden"];
            404: components["responses"]["SessionNotFound"];
            429: components["responses"]["SessionTooManyRequests"];
            500: components["responses"]["InternalError"];
        };
    };
    deleteLesson: {
        parameters: {
            query?: never;
            header?: {
                /** @description The organisation this request is for, by id or subdomain. A host that is an organisation's own (its subdomain or its verified domain) goes before it; without either, the one that the session used last, else the user's first. */
                "X-Organisation"?: components["parameters"]["Organisation"];
            };
            path: {
                /** @description The course. */
                course_pk: string;
                /** @description The chapter. */
                chapter_pk: string;
                /** @description The lesson. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Deleted. */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["SessionBadRequest"];
            401: components["responses"]["SessionUnauthorized"];
            403: components["responses"]["SessionForbidden"];
            404: components["responses"]["SessionNotFound"];
            429: components["responses"]["SessionTooManyRequests"];
            500: components["responses"]["InternalError"];
        };
    };
    updateLesson: {
        parameters: {
            query?: never;
            header?: {
                /** @description The organisation this request is for, by id or subdomain. A host that is an organisation's own (its subdomain or its verified domain) goes before it; without either, the one that the session used last, else the user's first. */
                "X-Organisation"?: components["parameters"]["Organisation"];
            };
            path: {
                /** @description The course. */
                course_pk: string;
                /** @description The chapter. */
                chapter_pk: string;
                /** @description The lesson. */
                id: string;
            };
            cookie?: never;
        };
        /** @description JSON. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["PatchedStudioLesson"];
            };
        };
        responses: {
            /** @description The lesson as it is now. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Lesson"];
                };
            };
            400: components["responses"]["SessionBadRequest"];
            401: components["responses"]["SessionUnauthorized"];
            403: components["responses"]["SessionForbidden"];
            404: components["responses"]["SessionNotFound"];
            409: components["responses"]["SessionStaleLesson"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["SessionTooManyRequests"];
            500: components["responses"]["InternalError"];
        };
    };
    duplicateLesson: {
        parameters: {
            query?: never;
            header?: {
                /** @description The organisation this request is for, by id or subdomain. A host that is an organisation's own (its subdomain or its verified domain) goes before it; without either, the one that the session used last, else the user's first. */
                "X-Organisation"?: components["parameters"]["Organisation"];
            };
            path: {
                /** @description The course. */
                course_pk: string;
                /** @description The chapter. */
                chapter_pk: string;
                /** @description The lesson. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The copy. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Lesson"];
                };
            };
            400: components["responses"]["SessionBadRequest"];
            401: components["responses"]["SessionUnauthorized"];
            403: components["responses"]["SessionForbidden"];
            404: components["responses"]["SessionNotFound"];
            429: components["responses"]["SessionTooManyRequests"];
            500: components["responses"]["InternalError"];
        };
    };
    moveLesson: {
        parameters: {
            query?: never;
            header?: {
                /** @description The organisation this request is for, by id or subdomain. A host that is an organisation's own (its subdomain or its verified domain) goes before it; without either, the one that the session used last, else the user's first. */
                "X-Organisation"?: components["parameters"]["Organisation"];
            };
            path: {
                /** @description The course. */
                course_pk: string;
                /** @description The lesson. */
                lesson_pk: string;
            };
            cookie?: never;
        };
        /** @description JSON. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["LessonMove"];
            };
        };
        responses: {
            /** @description The lesson as it is now. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Lesson"];
                };
            };
            400: components["responses"]["SessionBadRequest"];
            401: components["responses"]["SessionUnauthorized"];
            403: components["responses"]["SessionForbidden"];
            404: components["responses"]["SessionNotFound"];
            409: components["responses"]["SessionStaleLesson"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["SessionTooManyRequests"];
            500: components["responses"]["InternalError"];
        };
    };
    updateLessonSchedule: {
        parameters: {
            query?: never;
            header?: {
                /** @description The organisation this request is for, by id or subdomain. A host that is an organisation's own (its subdomain or its verified domain) goes before it; without either, the one that the session used last, else the user's first. */
                "X-Organisation"?: components["parameters"]["Organisation"];
            };
            path: {
                /** @description The course. */
                course_pk: string;
                /** @description The lesson. */
                lesson_pk: string;
            };
            cookie?: never;
        };
        /** @description JSON. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["PatchedLessonSchedule"];
            };
        };
        responses: {
            /** @description The lesson as it is now. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Lesson"];
                };
            };
            400: components["responses"]["SessionBadRequest"];
            401: components["responses"]["SessionUnauthorized"];
            403: components["responses"]["SessionForbidden"];
            404: components["responses"]["SessionNotFound"];
            409: components["responses"]["SessionStaleLesson"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["SessionTooManyRequests"];
            500: components["responses"]["InternalError"];
        };
    };
    getCourseSchedule: {
        parameters: {
            query?: {
                /** @description The page, from 1. Beyond the last: no results. */
                page?: components["parameters"]["Page"];
                /** @description Results on a page. */
                page_size?: components["parameters"]["PageSize"];
                /** @description Count from this day, as for a learner who begins then. */
                day_zero?: string;
            };
            header?: {
                /** @description The organisation this request is for, by id or subdomain. A host that is an organisation's own (its subdomain or its verified domain) goes before it; without either, the one that the session used last, else the user's first. */
                "X-Organisation"?: components["parameters"]["Organisation"];
            };
            path: {
                /** @description The course. */
                course_pk: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The schedule. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CourseSchedule"];
                };
            };
            400: components["responses"]["SessionBadRequest"];
            401: components["responses"]["SessionUnauthorized"];
            403: components["responses"]["SessionForbidden"];
            404: components["responses"]["SessionNotFound"];
            429: components["responses"]["SessionTooManyRequests"];
            500: components["responses"]["InternalError"];
        };
    };
    shiftCourseSchedule: {
        parameters: {
            query?: never;
            header?: {
                /** @description The organisation this request is for, by id or subdomain. A host that is an organisation's own (its subdomain or its verified domain) goes before it; without either, the one that the session used last, else the user's first. */
                "X-Organisation"?: components["parameters"]["Organisation"];
            };
            path: {
                /** @description The course. */
                course_pk: string;
            };
            cookie?: never;
        };
        /** @description JSON. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["ScheduleShift"];
            };
        };
        responses: {
            /** @description The schedule as it is now, its first page. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CourseSchedule"];
                };
            };
            400: components["responses"]["SessionBadRequest"];
            401: components["responses"]["SessionUnauthorized"];
            403: components["responses"]["SessionForbidden"];
            404: components["responses"]["SessionNotFound"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["SessionTooManyRequests"];
            500: components["responses"]["InternalError"];
        };
    };
    getLessonProgress: {
        parameters: {
            query?: never;
            header?: {
                /** @description The organisation this request is for, by id or subdomain. A host that is an organisation's own (its subdomain or its verified domain) goes before it; without either, the one that the session used last, else the user's first. */
                "X-Organisation"?: components["parameters"]["Organisation"];
            };
            path: {
                /** @description The course. */
                course_pk: string;
                /** @description The chapter. */
                chapter_pk: string;
                /** @description The lesson. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The progress. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LessonProgress"];
                };
            };
            400: components["responses"]["SessionBadRequest"];
            401: components["responses"]["SessionUnauthorized"];
            403: components["responses"]["SessionLocked"];
            404: components["responses"]["SessionNotFound"];
            429: components["responses"]["SessionTooManyRequests"];
            500: components["responses"]["InternalError"];
        };
    };
    recordLessonProgress: {
        parameters: {
            query?: never;
            header?: {
                /** @description The organisation this request is for, by id or subdomain. A host that is an organisation's own (its subdomain or its verified domain) goes before it; without either, the one that the session used last, else the user's first. */
                "X-Organisation"?: components["parameters"]["Organisation"];
            };
            path: {
                /** @description The course. */
                course_pk: string;
                /** @description The chapter. */
                chapter_pk: string;
                /** @description The lesson. */
                id: string;
            };
            cookie?: never;
        };
        /** @description JSON. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["LessonProgressWrite"];
            };
        };
        responses: {
            /** @description The progress as it is now. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LessonProgress"];
                };
            };
            400: components["responses"]["SessionBadRequest"];
            401: components["responses"]["SessionUnauthorized"];
            403: components["responses"]["SessionLocked"];
            404: components["responses"]["SessionNotFound"];
            409: components["responses"]["SessionConflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["SessionTooManyRequests"];
            500: components["responses"]["InternalError"];
        };
    };
    suggestLandingCopy: {
        parameters: {
            query?: never;
            header?: {
                /** @description The organisation this request is for, by id or subdomain. A host that is an organisation's own (its subdomain or its verified domain) goes before it; without either, the one that the session used last, else the user's first. */
                "X-Organisation"?: components["parameters"]["Organisation"];
            };
            path: {
                /** @description The course. */
                course_pk: string;
            };
            cookie?: never;
        };
        /** @description JSON. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["LandingCopyRequest"];
            };
        };
        responses: {
            /** @description The texts. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LandingCopy"];
                };
            };
            400: components["responses"]["SessionBadRequest"];
            401: components["responses"]["SessionUnauthorized"];
            403: components["responses"]["SessionForbidden"];
            404: components["responses"]["SessionNotFound"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["SessionTooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listHeroImages: {
        parameters: {
            query?: {
                /** @description The page, from 1. Beyond the last: no results. */
                page?: components["parameters"]["Page"];
                /** @description Results on a page. */
                page_size?: components["parameters"]["PageSize"];
            };
            header?: {
                /** @description The organisation this request is for, by id or subdomain. A host that is an organisation's own (its subdomain or its verified domain) goes before it; without either, the one that the session used last, else the user's first. */
                "X-Organisation"?: components["parameters"]["Organisation"];
            };
            path: {
                /** @description The course. */
                course_pk: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of pictures. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HeroImageList"];
                };
            };
            400: components["responses"]["SessionBadRequest"];
            401: components["responses"]["SessionUnauthorized"];
            403: components["responses"]["SessionForbidden"];
            404: components["responses"]["SessionNotFound"];
            429: components["responses"]["SessionTooManyRequests"];
            500: components["responses"]["InternalError"];
        };
    };
    generateHeroImage: {
        parameters: {
            query?: never;
            header?: {
                /** @description The organisation this request is for, by id or subdomain. A host that is an organisation's own (its subdomain or its verified domain) goes before it; without either, the one that the session used last, else the user's first. */
                "X-Organisation"?: components["parameters"]["Organisation"];
            };
            path: {
                /** @description The course. */
                course_pk: string;
            };
            cookie?: never;
        };
        /** @description JSON. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["HeroPrompt"];
            };
        };
        responses: {
            /** @description The picture. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HeroImage"];
                };
            };
            400: components["responses"]["SessionBadRequest"];
            401: components["responses"]["SessionUnauthorized"];
            403: components["responses"]["SessionForbidden"];
            404: components["responses"]["SessionNotFound"];
            409: components["responses"]["SessionConflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["SessionTooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    importHeroImage: {
        parameters: {
            query?: never;
            header?: {
                /** @description The organisation this request is for, by id or subdomain. A host that is an organisation's own (its subdomain or its verified domain) goes before it; without either, the one that the session used last, else the user's first. */
                "X-Organisation"?: components["parameters"]["Organisation"];
            };
            path: {
                /** @description The course. */
                course_pk: string;
            };
            cookie?: never;
        };
        /** @description JSON. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["HeroImport"];
            };
        };
        responses: {
            /** @description The picture. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HeroImage"];
                };
            };
            400: components["responses"]["SessionBadRequest"];
            401: components["responses"]["SessionUnauthorized"];
            403: components["responses"]["SessionForbidden"];
            404: components["responses"]["SessionNotFound"];
            409: components["responses"]["SessionConflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["SessionTooManyRequests"];
            500: components["responses"]["InternalError"];
        };
    };
    uploadHeroImage: {
        parameters: {
            query?: never;
            header?: {
                /** @description The organisation this request is for, by id or subdomain. A host that is an organisation's own (its subdomain or its verified domain) goes before it; without either, the one that the session used last, else the user's first. */
                "X-Organisation"?: components["parameters"]["Organisation"];
            };
            path: {
                /** @description The course. */
                course_pk: string;
            };
            cookie?: never;
        };
        /** @description A form with a file. */
        requestBody: {
            content: {
                "multipart/form-data": components["schemas"]["HeroUpload"];
            };
        };
        responses: {
            /** @description The picture. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HeroImage"];
                };
            };
            400: components["responses"]["SessionBadRequest"];
            401: components["responses"]["SessionUnauthorized"];
            403: components["responses"]["SessionForbidden"];
            404: components["responses"]["SessionNotFound"];
            409: components["responses"]["SessionConflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["SessionTooManyRequests"];
            500: components["responses"]["InternalError"];
        };
    };
    deleteHeroImage: {
        parameters: {
            query?: never;
            header?: {
                /** @description The organisation this request is for, by id or subdomain. A host that is an organisation's own (its subdomain or its verified domain) goes before it; without either, the one that the session used last, else the user's first. */
                "X-Organisation"?: components["parameters"]["Organisation"];
            };
            path: {
                /** @description The course. */
                course_pk: string;
                /** @description The picture. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Deleted. */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["SessionBadRequest"];
            401: components["responses"]["SessionUnauthorized"];
            403: components["responses"]["SessionForbidden"];
            404: components["responses"]["SessionNotFound"];
            429: components["responses"]["SessionTooManyRequests"];
            500: components["responses"]["InternalError"];
        };
    };
    selectHeroImage: {
        parameters: {
            query?: never;
            header?: {
                /** @description The organisation this request is for, by id or subdomain. A host that is an organisation's own (its subdomain or its verified domain) goes before it; without either, the one that the session used last, else the user's first. */
                "X-Organisation"?: components["parameters"]["Organisation"];
            };
            path: {
                /** @description The course. */
                course_pk: string;
                /** @description The picture. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The picture. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HeroImage"];
                };
            };
            400: components["responses"]["SessionBadRequest"];
            401: components["responses"]["SessionUnauthorized"];
            403: components["responses"]["SessionForbidden"];
            404: components["responses"]["SessionNotFound"];
            429: components["responses"]["SessionTooManyRequests"];
            500: components["responses"]["InternalError"];
        };
    };
    enroll: {
        parameters: {
            query?: never;
            header?: {
                /** @description The organisation this request is for, by id or subdomain. A host that is an organisation's own (its subdomain or its verified domain) goes before it; without either, the one that the session used last, else the user's first. */
                "X-Organisation"?: components["parameters"]["Organisation"];
            };
            path: {
                /** @description The course. */
                course_pk: string;
            };
            cookie?: never;
        };
        /** @description JSON. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["EnrollmentWrite"];
            };
        };
        responses: {
            /** @description They were enrolled already. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Enrollment"];
                };
            };
            /** @description Enrolled. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Enrollment"];
                };
            };
            400: components["responses"]["SessionBadRequest"];
            401: components["responses"]["SessionUnauthorized"];
            403: components["responses"]["SessionForbidden"];
            404: components["responses"]["SessionNotFound"];
            409: components["responses"]["SessionConflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["SessionTooManyRequests"];
            500: components["responses"]["InternalError"];
        };
    };
    listLearners: {
        parameters: {
            query?: {
                /** @description The page, from 1. Beyond the last: no results. */
                page?: components["parameters"]["Page"];
                /** @description Results on a page. */
                page_size?: components["parameters"]["PageSize"];
                /** @description Only those with this in their name or address, whatever the case. */
                search?: string;
                /** @description Only those in this state. */
                state?: "active" | "completed" | "expired" | "revoked";
                /** @description Only those of this cohort. */
                cohort_id?: string;
                /** @description The order; a minus sign reverses it. Equal ones are ordered by id. */
                ordering?: "-enrolled_at" | "enrolled_at" | "-last_activity_at" | "last_activity_at";
            };
            header?: {
                /** @description The organisation this request is for, by id or subdomain. A host that is an organisation's own (its subdomain or its verified domain) goes before it; without either, the one that the session used last, else the user's first. */
                "X-Organisation"?: components["parameters"]["Organisation"];
            };
            path: {
                /** @description The course. */
                course_pk: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of learners. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LearnerList"];
                };
            };
            400: components["responses"]["SessionBadRequest"];
            401: components["responses"]["SessionUnauthorized"];
            403: components["responses"]["SessionForbidden"];
            404: components["responses"]["SessionNotFound"];
            429: components["responses"]["SessionTooManyRequests"];
            500: components["responses"]["InternalError"];
        };
    };
    resetLearnerPassword: {
        parameters: {
            query?: never;
            header?: {
                /** @description The organisation this request is for, by id or subdomain. A host that is an organisation's own (its subdomain or its verified domain) goes before it; without either, the one that the session used last, else the user's first. */
                "X-Organisation"?: components["parameters"]["Organisation"];
            };
            path: {
                /** @description The course. */
                course_pk: string;
                /** @description The enrolment. */
                enrollment_pk: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The card. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CredentialCard"];
                };
            };
            400: components["responses"]["SessionBadRequest"];
            401: components["responses"]["SessionUnauthorized"];
            403: components["responses"]["SessionForbidden"];
            404: components["responses"]["SessionNotFound"];
            409: components["responses"]["SessionConflict"];
            429: components["responses"]["SessionTooManyRequests"];
            500: components["responses"]["InternalError"];
        };
    };
    listCohorts: {
        parameters: {
            query?: {
                /** @description The page, from 1. Beyond the last: no results. */
                page?: components["parameters"]["Page"];
                /** @description Results on a page. */
                page_size?: components["parameters"]["PageSize"];
                /** @description Only those of this status. */
                status?: "active" | "inactive" | "archived";
            };
            header?: {
                /** @description The organisation this request is for, by id or subdomain. A host that is an organisation's own (its subdomain or its verified domain) goes before it; without either, the one that the session used last, else the user's first. */
                "X-Organisation"?: components["parameters"]["Organisation"];
            };
            path: {
                /** @description The course. */
                course_pk: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of cohorts. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CohortList"];
                };
            };
            400: components["responses"]["SessionBadRequest"];
            401: components["responses"]["SessionUnauthorized"];
            403: components["responses"]["SessionForbidden"];
            404: components["responses"]["SessionNotFound"];
            429: components["responses"]["SessionTooManyRequests"];
            500: components["responses"]["InternalError"];
        };
    };
    createCohort: {
        parameters: {
            query?: never;
            header?: {
                /** @description The organisation this request is for, by id or subdomain. A host that is an organisation's own (its subdomain or its verified domain) goes before it; without either, the one that the session used last, else the user's first. */
                "X-Organisation"?: components["parameters"]["Organisation"];
            };
            path: {
                /** @description The course. */
                course_pk: string;
            };
            cookie?: never;
        };
        /** @description JSON. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["CohortWrite"];
            };
        };
        responses: {
            /** @description The cohort. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Cohort"];
                };
            };
            400: components["responses"]["SessionBadRequest"];
            401: components["responses"]["SessionUnauthorized"];
            403: components["responses"]["SessionForbidden"];
            404: components["responses"]["SessionNotFound"];
            409: components["responses"]["SessionConflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["SessionTooManyRequests"];
            500: components["responses"]["InternalError"];
        };
    };
    deleteCohort: {
        parameters: {
            query?: never;
            header?: {
                /** @description The organisation this request is for, by id or subdomain. A host that is an organisation's own (its subdomain or its verified domain) goes before it; without either, the one that the session used last, else the user's first. */
                "X-Organisation"?: components["parameters"]["Organisation"];
            };
            path: {
                /** @description The course. */
                course_pk: string;
                /** @description The cohort. */
                cohort_pk: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Deleted. */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["SessionBadRequest"];
            401: components["responses"]["SessionUnauthorized"];
            403: components["responses"]["SessionForbidden"];
            404: components["responses"]["SessionNotFound"];
            409: components["responses"]["SessionConflict"];
            429: components["responses"]["SessionTooManyRequests"];
            500: components["responses"]["InternalError"];
        };
    };
    updateCohort: {
        parameters: {
            query?: never;
            header?: {
                /** @description The organisation this request is for, by id or subdomain. A host that is an organisation's own (its subdomain or its verified domain) goes before it; without either, the one that the session used last, else the user's first. */
                "X-Organisation"?: components["parameters"]["Organisation"];
            };
            path: {
                /** @description The course. */
                course_pk: string;
                /** @description The cohort. */
                cohort_pk: string;
            };
            cookie?: never;
        };
        /** @description JSON. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["PatchedCohort"];
            };
        };
        responses: {
            /** @description The cohort as it is now. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Cohort"];
                };
            };
            400: components["responses"]["SessionBadRequest"];
            401: components["responses"]["SessionUnauthorized"];
            403: components["responses"]["SessionForbidden"];
            404: components["responses"]["SessionNotFound"];
            409: components["responses"]["SessionConflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["SessionTooManyRequests"];
            500: components["responses"]["InternalError"];
        };
    };
    updateCohortMembers: {
        parameters: {
            query?: never;
            header?: {
                /** @description The organisation this request is for, by id or subdomain. A host that is an organisation's own (its subdomain or its verified domain) goes before it; without either, the one that the session used last, else the user's first. */
                "X-Organisation"?: components["parameters"]["Organisation"];
            };
            path: {
                /** @description The course. */
                course_pk: string;
                /** @description The cohort. */
                cohort_pk: string;
            };
            cookie?: never;
        };
        /** @description JSON. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["CohortMembersWrite"];
            };
        };
        responses: {
            /** @description The cohort as it is now. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Cohort"];
                };
            };
            400: components["responses"]["SessionBadRequest"];
            401: components["responses"]["SessionUnauthorized"];
            403: components["responses"]["SessionForbidden"];
            404: components["responses"]["SessionNotFound"];
            409: components["responses"]["SessionConflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["SessionTooManyRequests"];
            500: components["responses"]["InternalError"];
        };
    };
    discoverCourses: {
        parameters: {
            query?: {
                /** @description The page, from 1. Beyond the last: no results. */
                page?: components["parameters"]["Page"];
                /** @description Results on a page. */
                page_size?: components["parameters"]["PageSize"];
                /** @description Only courses with this in their title, whatever the case. */
                search?: string;
                /** @description Only of this category. */
                category?: number;
                /** @description Only of this level. */
                level?: "all_levels" | "beginner" | "intermediate" | "advanced";
                /** @description Only in this language. */
                language?: string;
            };
            header?: {
                /** @description The organisation this request is for, by id or subdomain. A host that is an organisation's own (its subdomain or its verified domain) goes before it; without either, the one that the session used last, else the user's first. */
                "X-Organisation"?: components["parameters"]["Organisation"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of courses. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DiscoveredCourseList"];
                };
            };
            400: components["responses"]["SessionBadRequest"];
            401: components["responses"]["SessionUnauthorized"];
            403: components["responses"]["SessionForbidden"];
            429: components["responses"]["SessionTooManyRequests"];
            500: components["responses"]["InternalError"];
        };
    };
    listEnrollments: {
        parameters: {
            query?: {
                /** @description The page, from 1. Beyond the last: no results. */
                page?: components["parameters"]["Page"];
                /** @description Results on a page. */
                page_size?: components["parameters"]["PageSize"];
                /** @description Only those in this state. */
                state?: "active" | "completed" | "expired" | "revoked";
            };
            header?: {
                /** @description The organisation this request is for, by id or subdomain. A host that is an organisation's own (its subdomain or its verified domain) goes before it; without either, the one that the session used last, else the user's first. */
                "X-Organisation"?: components["parameters"]["Organisation"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of enrolments. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EnrollmentList"];
                };
            };
            400: components["responses"]["SessionBadRequest"];
            401: components["responses"]["SessionUnauthorized"];
            403: components["responses"]["SessionForbidden"];
            429: components["responses"]["SessionTooManyRequests"];
            500: components["responses"]["InternalError"];
        };
    };
    getEngagement: {
        parameters: {
            query?: {
                /** @description How many days to list. */
                days?: number;
            };
            header?: {
                /** @description The organisation this request is for, by id or subdomain. A host that is an organisation's own (its subdomain or its verified domain) goes before it; without either, the one that the session used last, else the user's first. */
                "X-Organisation"?: components["parameters"]["Organisation"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The engagement. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Engagement"];
                };
            };
            400: components["responses"]["SessionBadRequest"];
            401: components["responses"]["SessionUnauthorized"];
            403: components["responses"]["SessionForbidden"];
            429: components["responses"]["SessionTooManyRequests"];
            500: components["responses"]["InternalError"];
        };
    };
    openCourse: {
        parameters: {
            query?: never;
            header?: {
                /** @description The organisation this request is for, by id or subdomain. A host that is an organisation's own (its subdomain or its verified domain) goes before it; without either, the one that the session used last, else the user's first. */
                "X-Organisation"?: components["parameters"]["Organisation"];
            };
            path: {
                /** @description The course. */
                course_pk: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The enrolment. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Enrollment"];
                };
            };
            400: components["responses"]["SessionBadRequest"];
            401: components["responses"]["SessionUnauthorized"];
            403: components["responses"]["SessionForbidden"];
            404: components["responses"]["SessionNotFound"];
            429: components["responses"]["SessionTooManyRequests"];
            500: components["responses"]["InternalError"];
        };
    };
    getCourseProgress: {
        parameters: {
            query?: never;
            header?: {
                /** @description The organisation this request is for, by id or subdomain. A host that is an organisation's own (its subdomain or its verified domain) goes before it; without either, the one that the session used last, else the user's first. */
                "X-Organisation"?: components["parameters"]["Organisation"];
            };
            path: {
                /** @description The course. */
                course_pk: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The progress. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CourseProgress"];
                };
            };
            400: components["responses"]["SessionBadRequest"];
            401: components["responses"]["SessionUnauthorized"];
            403: components["responses"]["SessionForbidden"];
            404: components["responses"]["SessionNotFound"];
            429: components["responses"]["SessionTooManyRequests"];
            500: components["responses"]["InternalError"];
        };
    };
    createUpload: {
        parameters: {
            query?: never;
            header?: {
                /** @description The organisation this request is for, by id or subdomain. A host that is an organisation's own (its subdomain or its verified domain) goes before it; without either, the one that the session used last, else the user's first. */
                "X-Organisation"?: components["parameters"]["Organisation"];
            };
            path: {
                /** @description The course. */
                course_pk: string;
            };
            cookie?: never;
        };
        /** @description JSON. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["UploadWrite"];
            };
        };
        responses: {
            /** @description The upload. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Upload"];
                };
            };
            400: components["responses"]["SessionBadRequest"];
            401: components["responses"]["SessionUnauthorized"];
            403: components["responses"]["SessionForbidden"];
            404: components["responses"]["SessionNotFound"];
            409: components["responses"]["SessionConflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["SessionTooManyRequests"];
            500: components["responses"]["InternalError"];
        };
    };
    getUpload: {
        parameters: {
            query?: never;
            header?: {
                /** @description The organisation this request is for, by id or subdomain. A host that is an organisation's own (its subdomain or its verified domain) goes before it; without either, the one that the session used last, else the user's first. */
                "X-Organisation"?: components["parameters"]["Organisation"];
            };
            path: {
                /** @description The course. */
                course_pk: string;
                /** @description The upload. */
                object_pk: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The upload. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Upload"];
                };
            };
            400: components["responses"]["SessionBadRequest"];
            401: components["responses"]["SessionUnauthorized"];
            403: components["responses"]["SessionForbidden"];
            404: components["responses"]["SessionNotFound"];
            429: components["responses"]["SessionTooManyRequests"];
            500: components["responses"]["InternalError"];
        };
    };
    deleteUpload: {
        parameters: {
            query?: never;
            header?: {
                /** @description The organisation this request is for, by id or subdomain. A host that is an organisation's own (its subdomain or its verified domain) goes before it; without either, the one that the session used last, else the user's first. */
                "X-Organisation"?: components["parameters"]["Organisation"];
            };
            path: {
                /** @description The course. */
                course_pk: string;
                /** @description The upload. */
                object_pk: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Deleted. */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["SessionBadRequest"];
            401: components["responses"]["SessionUnauthorized"];
            403: components["responses"]["SessionForbidden"];
            404: components["responses"]["SessionNotFound"];
            409: components["responses"]["SessionConflict"];
            429: components["responses"]["SessionTooManyRequests"];
            500: components["responses"]["InternalError"];
        };
    };
    completeUpload: {
        parameters: {
            query?: never;
            header?: {
                /** @description The organisation this request is for, by id or subdomain. A host that is an organisation's own (its subdomain or its verified domain) goes before it; without either, the one that the session used last, else the user's first. */
                "X-Organisation"?: components["parameters"]["Organisation"];
            };
            path: {
                /** @description The course. */
                course_pk: string;
                /** @description The upload. */
                object_pk: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The upload as it is now. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Upload"];
                };
            };
            400: components["responses"]["SessionBadRequest"];
            401: components["responses"]["SessionUnauthorized"];
            403: components["responses"]["SessionForbidden"];
            404: components["responses"]["SessionNotFound"];
            409: components["responses"]["SessionConflict"];
            429: components["responses"]["SessionTooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    createMedia: {
        parameters: {
            query?: never;
            header?: {
                /** @description The organisation this request is for, by id or subdomain. A host that is an organisation's own (its subdomain or its verified domain) goes before it; without either, the one that the session used last, else the user's first. */
                "X-Organisation"?: components["parameters"]["Organisation"];
            };
            path: {
                /** @description The course. */
                course_pk: string;
            };
            cookie?: never;
        };
        /** @description JSON. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["MediaWrite"];
            };
        };
        responses: {
            /** @description The media. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Media"];
                };
            };
            400: components["responses"]["SessionBadRequest"];
            401: components["responses"]["SessionUnauthorized"];
            403: components["responses"]["SessionForbidden"];
            404: components["responses"]["SessionNotFound"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["SessionTooManyRequests"];
            500: components["responses"]["InternalError"];
        };
    };
    deleteMedia: {
        parameters: {
            query?: never;
            header?: {
                /** @description The organisation this request is for, by id or subdomain. A host that is an organisation's own (its subdomain or its verified domain) goes before it; without either, the one that the session used last, else the user's first. */
                "X-Organisation"?: components["parameters"]["Organisation"];
            };
            path: {
                /** @description The course. */
                course_pk: string;
                /** @description The media. */
                media_pk: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Deleted. */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["SessionBadRequest"];
            401: components["responses"]["SessionUnauthorized"];
            403: components["responses"]["SessionForbidden"];
            404: components["responses"]["SessionNotFound"];
            409: components["responses"]["SessionConflict"];
            429: components["responses"]["SessionTooManyRequests"];
            500: components["responses"]["InternalError"];
        };
    };
    createDocument: {
        parameters: {
            query?: never;
            header?: {
                /** @description The organisation this request is for, by id or subdomain. A host that is an organisation's own (its subdomain or its verified domain) goes before it; without either, the one that the session used last, else the user's first. */
                "X-Organisation"?: components["parameters"]["Organisation"];
            };
            path: {
                /** @description The course. */
                course_pk: string;
            };
            cookie?: never;
        };
        /** @description JSON. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["DocumentWrite"];
            };
        };
        responses: {
            /** @description The document. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CourseDocument"];
                };
            };
            400: components["responses"]["SessionBadRequest"];
            401: components["responses"]["SessionUnauthorized"];
            403: components["responses"]["SessionForbidden"];
            404: components["responses"]["SessionNotFound"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["SessionTooManyRequests"];
            500: components["responses"]["InternalError"];
        };
    };
    createExternalDocument: {
        parameters: {
            query?: never;
            header?: {
                /** @description The organisation this request is for, by id or subdomain. A host that is an organisation's own (its subdomain or its verified domain) goes before it; without either, the one that the session used last, else the user's first. */
                "X-Organisation"?: components["parameters"]["Organisation"];
            };
            path: {
                /** @description The course. */
                course_pk: string;
            };
            cookie?: never;
        };
        /** @description JSON. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["ExternalDocumentWrite"];
            };
        };
        responses: {
            /** @description The document. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CourseDocument"];
                };
            };
            400: components["responses"]["SessionBadRequest"];
            401: components["responses"]["SessionUnauthorized"];
            403: components["responses"]["SessionForbidden"];
            404: components["responses"]["SessionNotFound"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["SessionTooManyRequests"];
            500: components["responses"]["InternalError"];
        };
    };
    deleteDocument: {
        parameters: {
            query?: never;
            header?: {
                /** @description The organisation this request is for, by id or subdomain. A host that is an organisation's own (its subdomain or its verified domain) goes before it; without either, the one that the session used last, else the user's first. */
                "X-Organisation"?: components["parameters"]["Organisation"];
            };
            path: {
                /** @description The course. */
                course_pk: string;
                /** @description The document. */
                doc_pk: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Deleted. */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["SessionBadRequest"];
            401: components["responses"]["SessionUnauthorized"];
            403: components["responses"]["SessionForbidden"];
            404: components["responses"]["SessionNotFound"];
            409: components["responses"]["SessionConflict"];
            429: components["responses"]["SessionTooManyRequests"];
            500: components["responses"]["InternalError"];
        };
    };
    listStorageObjects: {
        parameters: {
            query?: {
                /** @description The page, from 1. Beyond the last: no results. */
                page?: components["parameters"]["Page"];
                /** @description Results on a page. */
                page_size?: components["parameters"]["PageSize"];
                /** @description Only of this course. */
                course_id?: string;
                /** @description Only for this purpose. */
                purpose?: string;
                /** @description The order; a minus sign reverses it. Equal ones are ordered by id. */
                ordering?: "-created_at" | "created_at" | "-size_bytes";
            };
            header?: {
                /** @description The organisation this request is for, by id or subdomain. A host that is an organisation's own (its subdomain or its verified domain) goes before it; without either, the one that the session used last, else the user's first. */
                "X-Organisation"?: components["parameters"]["Organisation"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of files. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["StorageObjectList"];
                };
            };
            400: components["responses"]["SessionBadRequest"];
            401: components["responses"]["SessionUnauthorized"];
            403: components["responses"]["SessionForbidden"];
            429: components["responses"]["SessionTooManyRequests"];
            500: components["responses"]["InternalError"];
        };
    };
    getStorageUsage: {
        parameters: {
            query?: never;
            header?: {
                /** @description The organisation this request is for, by id or subdomain. A host that is an organisation's own (its subdomain or its verified domain) goes before it; without either, the one that the session used last, else the user's first. */
                "X-Organisation"?: components["parameters"]["Organisation"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The usage. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["StorageUsage"];
                };
            };
            400: components["responses"]["SessionBadRequest"];
            401: components["responses"]["SessionUnauthorized"];
            403: components["responses"]["SessionForbidden"];
            429: components["responses"]["SessionTooManyRequests"];
            500: components["responses"]["InternalError"];
        };
    };
    purgeCourse: {
        parameters: {
            query?: never;
            header?: {
                /** @description The organisation this request is for, by id or subdomain. A host that is an organisation's own (its subdomain or its verified domain) goes before it; without either, the one that the session used last, else the user's first. */
                "X-Organisation"?: components["parameters"]["Organisation"];
            };
            path: {
                /** @description The course. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Gone. */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["SessionBadRequest"];
            401: components["responses"]["SessionUnauthorized"];
            403: components["responses"]["SessionForbidden"];
            404: components["responses"]["SessionNotFound"];
            429: components["responses"]["SessionTooManyRequests"];
            500: components["responses"]["InternalError"];
        };
    };
    deleteLessonAttempts: {
        parameters: {
            query: {
                /** @description The lesson. */
                lesson_id: string;
            };
            header?: {
                /** @description The organisation this request is for, by id or subdomain. A host that is an organisation's own (its subdomain or its verified domain) goes before it; without either, the one that the session used last, else the user's first. */
                "X-Organisation"?: components["parameters"]["Organisation"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Forgotten. */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["SessionBadRequest"];
            401: components["responses"]["SessionUnauthorized"];
            403: components["responses"]["SessionForbidden"];
            404: components["responses"]["SessionNotFound"];
            429: components["responses"]["SessionTooManyRequests"];
            500: components["responses"]["InternalError"];
        };
    };
    createStorageBallast: {
        parameters: {
            query?: never;
            header?: {
                /** @description The organisation this request is for, by id or subdomain. A host that is an organisation's own (its subdomain or its verified domain) goes before it; without either, the one that the session used last, else the user's first. */
                "X-Organisation"?: components["parameters"]["Organisation"];
            };
            path?: never;
            cookie?: never;
        };
        /** @description JSON. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["StorageBallastWrite"];
            };
        };
        responses: {
            /** @description The usage as it is now. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["StorageUsage"];
                };
            };
            400: components["responses"]["SessionBadRequest"];
            401: components["responses"]["SessionUnauthorized"];
            403: components["responses"]["SessionForbidden"];
            404: components["responses"]["SessionNotFound"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["SessionTooManyRequests"];
            500: components["responses"]["InternalError"];
        };
    };
    deleteStorageBallast: {
        parameters: {
            query?: never;
            header?: {
                /** @description The organisation this request is for, by id or subdomain. A host that is an organisation's own (its subdomain or its verified domain) goes before it; without either, the one that the session used last, else the user's first. */
                "X-Organisation"?: components["parameters"]["Organisation"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Gone. */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["SessionBadRequest"];
            401: components["responses"]["SessionUnauthorized"];
            403: components["responses"]["SessionForbidden"];
            404: components["responses"]["SessionNotFound"];
            429: components["responses"]["SessionTooManyRequests"];
            500: components["responses"]["InternalError"];
        };
    };
    deleteStorageAddon: {
        parameters: {
            query?: never;
            header?: {
                /** @description The organisation this request is for, by id or subdomain. A host that is an organisation's own (its subdomain or its verified domain) goes before it; without either, the one that the session used last, else the user's first. */
                "X-Organisation"?: components["parameters"]["Organisation"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Gone. */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["SessionBadRequest"];
            401: components["responses"]["SessionUnauthorized"];
            403: components["responses"]["SessionForbidden"];
            404: components["responses"]["SessionNotFound"];
            429: components["responses"]["SessionTooManyRequests"];
            500: components["responses"]["InternalError"];
        };
    };
    listWebhookEndpoints: {
        parameters: {
            query?: {
                /** @description The page, from 1. Beyond the last: no results. */
                page?: components["parameters"]["Page"];
                /** @description Results on a page. */
                page_size?: components["parameters"]["PageSize"];
            };
            header?: {
                /** @description The organisation this request is for, by id or subdomain. A host that is an organisation's own (its subdomain or its verified domain) goes before it; without either, the one that the session used last, else the user's first. */
                "X-Organisation"?: components["parameters"]["Organisation"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of endpoints. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookEndpointList"];
                };
            };
            400: components["responses"]["SessionBadRequest"];
            401: components["responses"]["SessionUnauthorized"];
            403: components["responses"]["SessionForbidden"];
            429: components["responses"]["SessionTooManyRequests"];
            500: components["responses"]["InternalError"];
        };
    };
    createWebhookEndpoint: {
        parameters: {
            query?: never;
            header?: {
                /** @description The organisation this request is for, by id or subdomain. A host that is an organisation's own (its subdomain or its verified domain) goes before it; without either, the one that the session used last, else the user's first. */
                "X-Organisation"?: components["parameters"]["Organisation"];
            };
            path?: never;
            cookie?: never;
        };
        /** @description JSON. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["WebhookEndpointWrite"];
            };
        };
        responses: {
            /** @description The new endpoint. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookEndpointSecret"];
                };
            };
            400: components["responses"]["SessionBadRequest"];
            401: components["responses"]["SessionUnauthorized"];
            403: components["responses"]["SessionForbidden"];
            409: components["responses"]["SessionConflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["SessionTooManyRequests"];
            500: components["responses"]["InternalError"];
        };
    };
    getWebhookEndpoint: {
        parameters: {
            query?: never;
            header?: {
                /** @description The organisation this request is for, by id or subdomain. A host that is an organisation's own (its subdomain or its verified domain) goes before it; without either, the one that the session used last, else the user's first. */
                "X-Organisation"?: components["parameters"]["Organisation"];
            };
            path: {
                /** @description The endpoint. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The endpoint. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookEndpoint"];
                };
            };
            400: components["responses"]["SessionBadRequest"];
            401: components["responses"]["SessionUnauthorized"];
            403: components["responses"]["SessionForbidden"];
            404: components["responses"]["SessionNotFound"];
            429: components["responses"]["SessionTooManyRequests"];
            500: components["responses"]["InternalError"];
        };
    };
    deleteWebhookEndpoint: {
        parameters: {
            query?: never;
            header?: {
                /** @description The organisation this request is for, by id or subdomain. A host that is an organisation's own (its subdomain or its verified domain) goes before it; without either, the one that the session used last, else the user's first. */
                "X-Organisation"?: components["parameters"]["Organisation"];
            };
            path: {
                /** @description The endpoint. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Deleted. */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["SessionBadRequest"];
            401: components["responses"]["SessionUnauthorized"];
            403: components["responses"]["SessionForbidden"];
            404: components["responses"]["SessionNotFound"];
            429: components["responses"]["SessionTooManyRequests"];
            500: components["responses"]["InternalError"];
        };
    };
    updateWebhookEndpoint: {
        parameters: {
            query?: never;
            header?: {
                /** @description The organisation this request is for, by id or subdomain. A host that is an organisation's own (its subdomain or its verified domain) goes before it; without either, the one that the session used last, else the user's first. */
                "X-Organisation"?: components["parameters"]["Organisation"];
            };
            path: {
                /** @description The endpoint. */
                id: string;
            };
            cookie?: never;
        };
        /** @description JSON. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["PatchedWebhookEndpoint"];
            };
        };
        responses: {
            /** @description The endpoint as it is now. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookEndpointSecret"];
                };
            };
            400: components["responses"]["SessionBadRequest"];
            401: components["responses"]["SessionUnauthorized"];
            403: components["responses"]["SessionForbidden"];
            404: components["responses"]["SessionNotFound"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["SessionTooManyRequests"];
            500: components["responses"]["InternalError"];
        };
    };
    listWebhookDeliveries: {
        parameters: {
            query?: {
                /** @description The page, from 1. Beyond the last: no results. */
                page?: components["parameters"]["Page"];
                /** @description Results on a page. */
                page_size?: components["parameters"]["PageSize"];
                /** @description Only these. */
                status?: "pending" | "delivered" | "failed" | "cancelled";
                /** @description Only these. */
                event_type?: components["schemas"]["WebhookEventType"];
            };
            header?: {
                /** @description The organisation this request is for, by id or subdomain. A host that is an organisation's own (its subdomain or its verified domain) goes before it; without either, the one that the session used last, else the user's first. */
                "X-Organisation"?: components["parameters"]["Organisation"];
            };
            path: {
                /** @description The endpoint. */
                endpoint_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of deliveries. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookDeliveryList"];
                };
            };
            400: components["responses"]["SessionBadRequest"];
            401: components["responses"]["SessionUnauthorized"];
            403: components["responses"]["SessionForbidden"];
            404: components["responses"]["SessionNotFound"];
            429: components["responses"]["SessionTooManyRequests"];
            500: components["responses"]["InternalError"];
        };
    };
    redeliverWebhookDelivery: {
        parameters: {
            query?: never;
            header?: {
                /** @description Any text that names this one act, for example a UUID: visible ASCII without spaces, 1 to 255 characters. The same key and body within 24 hours gets the first answer again; the same key with another body is 400. Only an answer of success is kept. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description The organisation this request is for, by id or subdomain. A host that is an organisation's own (its subdomain or its verified domain) goes before it; without either, the one that the session used last, else the user's first. */
                "X-Organisation"?: components["parameters"]["Organisation"];
            };
            path: {
                /** @description The endpoint. */
                endpoint_id: string;
                /** @description The delivery. */
                delivery_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The new delivery. */
            202: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookDelivery"];
                };
            };
            400: components["responses"]["SessionBadRequest"];
            401: components["responses"]["SessionUnauthorized"];
            403: components["responses"]["SessionForbidden"];
            404: components["responses"]["SessionNotFound"];
            409: components["responses"]["SessionConflict"];
            429: components["responses"]["SessionTooManyRequests"];
            500: components["responses"]["InternalError"];
        };
    };
    receiveCourseCreated: {
        parameters: {
            query?: never;
            header: {
                /** @description The event: the same in every attempt, so that what comes twice is known again. */
                "webhook-id": string;
                /** @description When this attempt was made, in seconds since 1970. Refuse what is older than five minutes. */
                "webhook-timestamp": string;
                /** @description `v1,` and the base64 of HMAC-SHA-256 over `<webhook-id>.<webhook-timestamp>.<body>`, keyed with the bytes behind `whsec_`; several, apart by spaces, while a secret is being replaced. */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        /** @description JSON. */
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * @description What happened.
                     * @constant
                     */
                    type: "course.created";
                    /**
                     * Format: date-time
                     * @description When it happened.
                     */
                    timestamp: string;
                    data: components["schemas"]["CourseEvent"];
                };
            };
        };
        responses: {
            /** @description Taken. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Nobody wants it here any more. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    receiveCoursePublished: {
        parameters: {
            query?: never;
            header: {
                /** @description The event: the same in every attempt, so that what comes twice is known again. */
                "webhook-id": string;
                /** @description When this attempt was made, in seconds since 1970. Refuse what is older than five minutes. */
                "webhook-timestamp": string;
                /** @description `v1,` and the base64 of HMAC-SHA-256 over `<webhook-id>.<webhook-timestamp>.<body>`, keyed with the bytes behind `whsec_`; several, apart by spaces, while a secret is being replaced. */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        /** @description JSON. */
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * @description What happened.
                     * @constant
                     */
                    type: "course.published";
                    /**
                     * Format: date-time
                     * @description When it happened.
                     */
                    timestamp: string;
                    data: components["schemas"]["CourseEvent"];
                };
            };
        };
        responses: {
            /** @description Taken. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Nobody wants it here any more. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    receiveCourseUnpublished: {
        parameters: {
            query?: never;
            header: {
                /** @description The event: the same in every attempt, so that what comes twice is known again. */
                "webhook-id": string;
                /** @description When this attempt was made, in seconds since 1970. Refuse what is older than five minutes. */
                "webhook-timestamp": string;
                /** @description `v1,` and the base64 of HMAC-SHA-256 over `<webhook-id>.<webhook-timestamp>.<body>`, keyed with the bytes behind `whsec_`; several, apart by spaces, while a secret is being replaced. */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        /** @description JSON. */
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * @description What happened.
                     * @constant
                     */
                    type: "course.unpublished";
                    /**
                     * Format: date-time
                     * @description When it happened.
                     */
                    timestamp: string;
                    data: components["schemas"]["CourseEvent"];
                };
            };
        };
        responses: {
            /** @description Taken. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Nobody wants it here any more. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    receiveCourseDeleted: {
        parameters: {
            query?: never;
            header: {
                /** @description The event: the same in every attempt, so that what comes twice is known again. */
                "webhook-id": string;
                /** @description When this attempt was made, in seconds since 1970. Refuse what is older than five minutes. */
                "webhook-timestamp": string;
                /** @description `v1,` and the base64 of HMAC-SHA-256 over `<webhook-id>.<webhook-timestamp>.<body>`, keyed with the bytes behind `whsec_`; several, apart by spaces, while a secret is being replaced. */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        /** @description JSON. */
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * @description What happened.
                     * @constant
                     */
                    type: "course.deleted";
                    /**
                     * Format: date-time
                     * @description When it happened.
                     */
                    timestamp: string;
                    data: components["schemas"]["CourseEvent"];
                };
            };
        };
        responses: {
            /** @description Taken. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Nobody wants it here any more. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    receiveMemberJoined: {
        parameters: {
            query?: never;
            header: {
                /** @description The event: the same in every attempt, so that what comes twice is known again. */
                "webhook-id": string;
                /** @description When this attempt was made, in seconds since 1970. Refuse what is older than five minutes. */
                "webhook-timestamp": string;
                /** @description `v1,` and the base64 of HMAC-SHA-256 over `<webhook-id>.<webhook-timestamp>.<body>`, keyed with the bytes behind `whsec_`; several, apart by spaces, while a secret is being replaced. */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        /** @description JSON. */
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * @description What happened.
                     * @constant
                     */
                    type: "member.joined";
                    /**
                     * Format: date-time
                     * @description When it happened.
                     */
                    timestamp: string;
                    data: components["schemas"]["MemberEvent"];
                };
            };
        };
        responses: {
            /** @description Taken. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Nobody wants it here any more. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    receiveEnrollmentCreated: {
        parameters: {
            query?: never;
            header: {
                /** @description The event: the same in every attempt, so that what comes twice is known again. */
                "webhook-id": string;
                /** @description When this attempt was made, in seconds since 1970. Refuse what is older than five minutes. */
                "webhook-timestamp": string;
                /** @description `v1,` and the base64 of HMAC-SHA-256 over `<webhook-id>.<webhook-timestamp>.<body>`, keyed with the bytes behind `whsec_`; several, apart by spaces, while a secret is being replaced. */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        /** @description JSON. */
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * @description What happened.
                     * @constant
                     */
                    type: "enrollment.created";
                    /**
                     * Format: date-time
                     * @description When it happened.
                     */
                    timestamp: string;
                    data: components["schemas"]["EnrollmentEvent"];
                };
            };
        };
        responses: {
            /** @description Taken. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Nobody wants it here any more. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    receiveEnrollmentCompleted: {
        parameters: {
            query?: never;
            header: {
                /** @description The event: the same in every attempt, so that what comes twice is known again. */
                "webhook-id": string;
                /** @description When this attempt was made, in seconds since 1970. Refuse what is older than five minutes. */
                "webhook-timestamp": string;
                /** @description `v1,` and the base64 of HMAC-SHA-256 over `<webhook-id>.<webhook-timestamp>.<body>`, keyed with the bytes behind `whsec_`; several, apart by spaces, while a secret is being replaced. */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        /** @description JSON. */
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * @description What happened.
                     * @constant
                     */
                    type: "enrollment.completed";
                    /**
                     * Format: date-time
                     * @description When it happened.
                     */
                    timestamp: string;
                    data: components["schemas"]["EnrollmentCompletedEvent"];
                };
            };
        };
        responses: {
            /** @description Taken. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Nobody wants it here any more. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    receiveLessonCompleted: {
        parameters: {
            query?: never;
            header: {
                /** @description The event: the same in every attempt, so that what comes twice is known again. */
                "webhook-id": string;
                /** @description When this attempt was made, in seconds since 1970. Refuse what is older than five minutes. */
                "webhook-timestamp": string;
                /** @description `v1,` and the base64 of HMAC-SHA-256 over `<webhook-id>.<webhook-timestamp>.<body>`, keyed with the bytes behind `whsec_`; several, apart by spaces, while a secret is being replaced. */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        /** @description JSON. */
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * @description What happened.
                     * @constant
                     */
                    type: "lesson.completed";
                    /**
                     * Format: date-time
                     * @description When it happened.
                     */
                    timestamp: string;
                    data: components["schemas"]["LessonCompletedEvent"];
                };
            };
        };
        responses: {
            /** @description Taken. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Nobody wants it here any more. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    receiveQuizAttemptFinished: {
        parameters: {
            query?: never;
            header: {
                /** @description The event: the same in every attempt, so that what comes twice is known again. */
                "webhook-id": string;
                /** @description When this attempt was made, in seconds since 1970. Refuse what is older than five minutes. */
                "webhook-timestamp": string;
                /** @description `v1,` and the base64 of HMAC-SHA-256 over `<webhook-id>.<webhook-timestamp>.<body>`, keyed with the bytes behind `whsec_`; several, apart by spaces, while a secret is being replaced. */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        /** @description JSON. */
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * @description What happened.
                     * @constant
                     */
                    type: "quiz_attempt.finished";
                    /**
                     * Format: date-time
                     * @description When it happened.
                     */
                    timestamp: string;
                    data: components["schemas"]["QuizAttemptEvent"];
                };
            };
        };
        responses: {
            /** @description Taken. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Nobody wants it here any more. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    receiveSubmissionCreated: {
        parameters: {
            query?: never;
            header: {
                /** @description The event: the same in every attempt, so that what comes twice is known again. */
                "webhook-id": string;
                /** @description When this attempt was made, in seconds since 1970. Refuse what is older than five minutes. */
                "webhook-timestamp": string;
                /** @description `v1,` and the base64 of HMAC-SHA-256 over `<webhook-id>.<webhook-timestamp>.<body>`, keyed with the bytes behind `whsec_`; several, apart by spaces, while a secret is being replaced. */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        /** @description JSON. */
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * @description What happened.
                     * @constant
                     */
                    type: "submission.created";
                    /**
                     * Format: date-time
                     * @description When it happened.
                     */
                    timestamp: string;
                    data: components["schemas"]["SubmissionEvent"];
                };
            };
        };
        responses: {
            /** @description Taken. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Nobody wants it here any more. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    receiveWebhookPing: {
        parameters: {
            query?: never;
            header: {
                /** @description The event: the same in every attempt, so that what comes twice is known again. */
                "webhook-id": string;
                /** @description When this attempt was made, in seconds since 1970. Refuse what is older than five minutes. */
                "webhook-timestamp": string;
                /** @description `v1,` and the base64 of HMAC-SHA-256 over `<webhook-id>.<webhook-timestamp>.<body>`, keyed with the bytes behind `whsec_`; several, apart by spaces, while a secret is being replaced. */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        /** @description JSON. */
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * @description What happened.
                     * @constant
                     */
                    type: "webhook.ping";
                    /**
                     * Format: date-time
                     * @description When it happened.
                     */
                    timestamp: string;
                    data: components["schemas"]["PingEvent"];
                };
            };
        };
        responses: {
            /** @description Taken. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Nobody wants it here any more. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
}
