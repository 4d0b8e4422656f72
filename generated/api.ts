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
         * Get the identity of the API key
         * @description Returns the organisation that the key belongs to, the key's name, and its effective scope for every resource. Any valid key may call this operation.
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
         * @description Lists the organisation's courses, one page at a time, newest first unless `ordering` says otherwise. A parameter out of range is replaced with the nearest allowed value, an unknown `ordering` with the default, and unknown parameters are ignored. A filter value that matches no course returns an empty list.
         */
        get: operations["listAgentCourses"];
        put?: never;
        /**
         * Create a course
         * @description Creates a course. Only `title` is required; omitted fields take their default values. The plan's course limit applies, even when several courses are created concurrently: beyond it, the operation returns 403 with code `course_limit`.
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
         * @description Returns the course with every field.
         */
        get: operations["getAgentCourse"];
        /**
         * Replace a course
         * @description Replaces the course: every writable field is set to the value sent, or to its default if omitted. An omitted slug is derived from the title again.
         */
        put: operations["replaceAgentCourse"];
        post?: never;
        /**
         * Delete a course
         * @description Deletes the course with its chapters and lessons. If learners have enrolled, their history is kept internally, but the course disappears from every list and its slug becomes available again.
         */
        delete: operations["deleteAgentCourse"];
        options?: never;
        head?: never;
        /**
         * Update a course
         * @description Changes only the fields that are sent. Rules between fields are checked on the resulting course.
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
         * @description Lists the course's chapters in order.
         */
        get: operations["listAgentChapters"];
        put?: never;
        /**
         * Create a chapter
         * @description Creates a chapter at `position` and moves the chapters from that position on down one place; without `position`, the chapter is added at the end. A course has at most 500 chapters.
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
         * @description Returns the chapter with every field.
         */
        get: operations["getAgentChapter"];
        /**
         * Replace a chapter
         * @description Replaces the chapter: every writable field is set to the value sent, or to its default if omitted. An omitted position keeps its value.
         */
        put: operations["replaceAgentChapter"];
        post?: never;
        /**
         * Delete a chapter
         * @description Deletes the chapter with its lessons. Later chapters move up one place.
         */
        delete: operations["deleteAgentChapter"];
        options?: never;
        head?: never;
        /**
         * Update a chapter
         * @description Changes only the fields that are sent. A new `position` moves the chapter and shifts the chapters in between.
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
         * @description Lists the chapter's lessons in order, without their content.
         */
        get: operations["listAgentLessons"];
        put?: never;
        /**
         * Create a lesson
         * @description Creates a lesson at `position` and moves the lessons from that position on down one place; without `position`, the lesson is added at the end. `content` is validated by the rules of its `content_type`; each error names the field inside `content`. A chapter has at most 2,000 lessons.
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
         * @description Returns the lesson with its content and its `updated_at`, which the next PATCH must send back.
         */
        get: operations["getAgentLesson"];
        put?: never;
        post?: never;
        /**
         * Delete a lesson
         * @description Deletes the lesson. Later lessons move up one place.
         */
        delete: operations["deleteAgentLesson"];
        options?: never;
        head?: never;
        /**
         * Update a lesson
         * @description Changes only the fields that are sent. `updated_at` must be the value that was last read: omitting it returns 400, and a stale value returns 409 with the current lesson, whose `updated_at` is the next token. If several writers send the same token, exactly one succeeds. A new `position` moves the lesson.
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
         * @description Returns the settings of the organisation that the key belongs to.
         */
        get: operations["getAgentOrgSettings"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Update organisation settings
         * @description Changes only the fields that are sent; fields that the read operation does not return are ignored.
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
         * @description Creates an account and sends an email to verify its address. If the address already has an account, an email that says so is sent instead; the response is the same. The email is sent in the name of the organisation that the request names, if there is one; an email to an address that already has an account is sent in that name only if the account is a member of that organisation. A join code makes the user a learner of its organisation when the address is verified, unless the organisation's plan allows no more learners at that time. At most twenty join codes an hour are accepted from each IP address.
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
         * Verify an email address
         * @description Marks the email address as verified. A wrong, used or expired token returns 400 with code `invalid` on `token`. Verifying a user's address also verifies the organisations that the user created. A user who signed up with a join code becomes a learner of its organisation, if the organisation's plan has room.
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
         * Resend the verification email
         * @description Sends a new token and invalidates the old one. At most five requests an hour are allowed for each email address. The email is sent in the name of the organisation that the request names, if there is one.
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
         * @description Starts a session under a new ID. If the user has a second factor, the session is only partly signed in until that factor is provided; if the factor is email or SMS, a code is sent immediately. Failed attempts are limited for each account and IP address together and for each IP address, so that a stranger elsewhere cannot lock the user out.
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
         * Finish signing in with a code sent by email or SMS
         * @description Finishes signing in with the code sent by email or SMS. After five wrong attempts the code becomes invalid. At most ten attempts in 15 minutes are allowed for one user from one IP address, and a hundred an hour for one user.
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
         * Resend the sign-in code
         * @description Sends a new code and invalidates the old one. At most five requests an hour are allowed.
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
         * @description Finishes signing in with a code from the authenticator (RFC 6238, 30-second steps, accepted one step early or late, each step usable once) or with a backup code, which works once. At most ten attempts in 15 minutes are allowed for one user from one IP address, and a hundred an hour for one user.
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
         * @description Changes the password. Requires the old password; a wrong one returns 400 with code `invalid` on `current_password`. Ends all other sessions of the user.
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
         * Request a password reset
         * @description Sends an email with a token if the email address has an account. At most five requests an hour are allowed for each email address. The email is sent in the name of the organisation that the request names if the account is a member of it, and otherwise in the name of the service.
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
         * @description Sets a new password. A wrong, used or expired token returns 400 with code `invalid` on `token`. Ends all sessions of the user, who must sign in with the new password.
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
         * Rotate the session ID
         * @description Continues the session under a new ID; the old ID stops working.
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
         * @description Returns the signed-in user with their organisations.
         */
        get: operations["getMe"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Update the current user
         * @description Changes only the fields that are sent. A second factor by email requires a verified email address, and one by SMS requires a phone number; otherwise the operation returns 400 with code `not_allowed` on `second_factor`. A join code makes the user a learner of its organisation; a user who is already a member keeps their role. If the organisation's plan allows no more learners, the operation returns 403 with code `learner_limit`. At most twenty join codes an hour are accepted.
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
         * @description Creates a secret, replacing one that was started but not confirmed. If an authenticator is already enabled, the operation returns 409 with code `totp_enabled`.
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
         * @description Enables the authenticator. Requires one of its codes, so that a mistyped secret locks nobody out; a wrong code returns 400 with code `invalid` on `code`. If enabling was not started, the operation returns 409 with code `totp_not_started`. Returns ten backup codes. Ends all other sessions of the user.
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
         * @description Disables the authenticator. Requires the password or a code: sending neither returns 400 with code `required` on `body`, and a wrong one returns 400 with code `invalid` on its field. The backup codes stop working. If no authenticator is enabled, the operation still returns 204.
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
         * Generate new backup codes
         * @description Generates new backup codes; the old ones stop working. Requires the password or a code: sending neither returns 400 with code `required` on `body`, and a wrong one returns 400 with code `invalid` on its field. If no authenticator is enabled, the operation returns 409 with code `totp_not_enabled`.
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
         * @description Lists the keys that are not revoked, newest first, without their secrets.
         */
        get: operations["listApiKeys"];
        put?: never;
        /**
         * Create an API key
         * @description Creates a key. The secret is shown only once, in this response. If another key has the same name, the operation returns 409 with code `api_key_name_taken`. Beyond the plan's key limit, it returns 403 with code `api_key_limit`, even when several keys are created concurrently.
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
         * @description Revokes the key permanently. It is rejected from the next request on. Its record is kept for the audit log.
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
         * @description Replaces all scopes of the key. The new scopes apply from the key's next request on.
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
         * @description Creates an organisation on the free plan with the user as its owner, and makes it the current organisation of the session. The organisation is verified if the user has verified their email address, and otherwise as soon as they do. A user can own at most ten organisations; beyond that, the operation returns 409 with code `organisation_limit`.
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
         * @description Returns what the web application shows and needs to know about the organisation, for its members.
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
         * @description Returns the organisation's subdomain, which is its name in URLs.
         */
        get: operations["getSubdomain"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Change the subdomain
         * @description Changes the subdomain. The old name becomes available to others immediately. A name that is taken or reserved returns 400.
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
         * @description Lists every change in the organisation, newest first, without secrets.
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
         * @description Lists the plans of the service, smallest first.
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
         * @description Returns the organisation's plan and whether it is active. If the organisation has no subscription, the operation returns 404.
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
         * @description Lists all currencies in use (ISO 4217). The response can be cached for a day.
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
         * @description Lists all IANA time zones with their current offset. The response can be cached for five minutes.
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
         * Sign in with an identity provider
         * @description Signs the user in by OpenID Connect with PKCE (RFC 7636), state and nonce, in two calls from one browser. The first call names the provider and returns the URL to send the browser to. The provider sends the browser back to `/oauth/callback` of the web application, which passes that URL on in the second call, within ten minutes and only once. A person whom the provider knows by the same subject signs in to the same account. Otherwise the account with the same email address is linked, if the provider has verified the address; if there is no such account, one is created. An account whose own address was never verified loses its password, its phone number, its second factor, its API keys and its sessions when it is linked, because the person who set them may not be the owner. If the account has a second factor, it is required as usual. Another browser, a changed or used state, a wrong nonce or a refusal by the provider returns 401 with code `provider_refused`. An address that the provider has not verified returns 401 with code `provider_email_unverified`. A provider that does not respond returns 503 with code `provider_unreachable`.
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
         * @description Sets a new password for a learner who was given a printed card by the staff of their organisation. A wrong, used or expired code returns 400 with code `invalid` on `card_code`, and so does the code of a learner who has left that organisation or joined another. Ends all sessions of the user, who must sign in with the new password. At most twenty attempts an hour are allowed from one IP address.
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
         * @description Sends a six-digit code by SMS, valid for ten minutes; it replaces the previous code. With `sign_in`, the code is sent only if an account has the number, but the response is the same. It is also not sent if the account's second factor is a code by SMS and its email address is not verified, because one phone counts as one factor. At most five codes an hour are sent to one number, and at most twenty an hour can be requested from one IP address.
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
         * @description Verifies the code. With `sign_in`, it signs the user in. An account with a second factor must provide that too; if that factor is SMS, a code by email takes its place, because one phone counts as one factor. After five wrong attempts the code becomes invalid. A wrong, used or expired code returns 401 with code `invalid_code`. At most ten attempts in 15 minutes are allowed for one number from one IP address.
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
         * @description Attaches the phone number that the token proves. A wrong, used or expired token returns 400 with code `invalid` on `phone_token`. If the account already has a number, the operation returns 409 with code `phone_attached`; change the number instead. If another account has this number, it returns 409 with code `phone_taken`. The user is notified by email.
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
         * @description Starts changing the phone number. Requires the password or a code from the authenticator: sending neither returns 400 with code `required` on `body`, and a wrong one returns 400 with code `invalid` on its field. Sends a code to the new number, which replaces the previous code. If no number is attached, the operation returns 409 with code `phone_not_attached`. At most five requests an hour are allowed.
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
         * @description Changes the phone number. Requires the code sent to the new number; a wrong, used or expired code returns 400 with code `invalid` on `code`. If another account has the number, the operation returns 409 with code `phone_taken`. The user is notified of the change by email.
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
         * @description Lists the user's own exports, newest first.
         */
        get: operations["listDataExports"];
        put?: never;
        /**
         * Request a data export
         * @description Collects the data that the service holds about the user into a ZIP archive of JSON files, in the background; the user is notified by email when it is ready. Only one export can be under way at a time; otherwise the operation returns 409 with code `export_under_way`. At most five exports a day can be requested.
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
         * @description Downloads the ZIP archive. Only its owner can download it. If the export is not ready or has expired, the operation returns 409 with code `export_not_ready`.
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
         * @description Schedules the account for deletion. Requires the password or a code from the authenticator: sending neither returns 400 with code `required` on `body`, and a wrong one returns 400 with code `invalid` on its field. Ends all sessions. The account is erased after 14 days; signing in before then keeps it. Data that others need (grades, orders, changes in the audit log) is kept without name or address; everything else is erased, including organisations that have no other staff. If the user is the only owner of an organisation with learners, the operation returns 409 with code `owner_of_learners` and names the organisations, which must be handed over first.
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
         * @description Changes the colors of the web application and of emails. Only the fields that are sent are changed.
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
         * @description Replaces the logo. The image is turned upright, scaled down to at most 512 by 512 pixels and stored as WebP without its metadata, at a public URL that changes with its content.
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
         * @description Returns the domain with its state and the DNS records it needs. If the organisation has no domain, the operation returns 404.
         */
        get: operations["getCustomDomain"];
        put?: never;
        /**
         * Claim a custom domain
         * @description Claims a custom domain, which replaces the organisation's previous domain. The claim expires unless the TXT record proves ownership within seven days. Several organisations may claim the same domain; the first to prove ownership gets it. Claiming the same domain again restarts the seven days and keeps its records; a domain whose ownership the organisation has already proved is left unchanged. A domain whose ownership another organisation has proved returns 409 with code `domain_taken`. A name that is not a host name, or is too long for its TXT record, returns 400 with code `format`; a bare registrable domain or public suffix returns 400 with code `apex` (it cannot have a CNAME record); and a name of the service itself returns 400 with code `reserved`.
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
         * @description Looks up the DNS records now, which otherwise happens every hour. A domain whose ownership is proved remains the organisation's while its TXT record exists. If the record disappears, it must be back within three days (`claim_expires_at`); the domain keeps working in the meantime. A claim that has expired is `failed` and is not checked again until the domain is claimed again. If no domain is claimed, the operation returns 404. At most ten checks in ten minutes are allowed for each organisation.
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
         * @description Returns the organisation's join code, which is created when it is first requested.
         */
        get: operations["getJoinCode"];
        put?: never;
        /**
         * Generate a new join code
         * @description Generates a new join code and invalidates the old one. Learners who joined with the old code remain members.
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
         * @description Returns the onboarding steps, based on what the organisation has: a step is done when what it asks for exists.
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
         * @description Skips one step, or all remaining steps. A step that is done is not skipped.
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
         * @description Returns the cookie consent. For a signed-in user, it is their own last decision in any browser or, if there is none, the decision made in this browser while nobody was signed in. For everyone else, it is this browser's last decision. A newer version of the policy requires a new decision.
         */
        get: operations["getCookieConsent"];
        put?: never;
        /**
         * Give or refuse cookie consent
         * @description Records a decision. Each decision is kept with its time and the version of the policy, as proof, for three years; the last one counts. The browser is recognized by the cookie `lms_visitor` (`__Host-lms_visitor` over HTTPS), which lasts for a year from the last decision. Reading the consent sets no cookie.
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
         * @description Returns every policy with the version in force and what the user accepted.
         */
        get: operations["getLegalConsent"];
        put?: never;
        /**
         * Accept policies
         * @description Accepts the given versions of policies. Each acceptance is stored with its time and IP address, and is never changed. A version that is no longer, or not yet, in force returns 409 with code `policy_version`, and nothing is stored. Accepting a version again changes nothing: the first time is kept.
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
         * @description Returns whether the organisation sends each event, and the sender name and reply-to address of its emails.
         */
        get: operations["getNotificationSettings"];
        /**
         * Replace the organisation's notification settings
         * @description Replaces the settings. If an organisation does not send an event, none of its members receives it, whatever their preferences. By default, every event is sent by email and none by SMS. Notification emails are sent only to verified addresses. Emails that an account needs (verification, codes, resets) are always sent.
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
         * @description Returns the user's preferences, which apply in every organisation of the user. By default, every event is wanted by email except `discussion_reply` and `submission_received`, which come in bursts, and none is wanted by SMS.
         */
        get: operations["getNotificationPreferences"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Update the user's notification preferences
         * @description Changes only the settings that are sent. Emails that an account needs (verification, codes, resets) are always sent. SMS requires a verified phone number; otherwise the operation returns 400 with code `not_allowed` on `events.<n>.sms`.
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
         * Erase an account
         * @description Erases the account with this email address and the organisations it created, so that a test can sign up with the address again. If there is no such account, the operation returns 404.
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
         * @description Ends the user's membership in the organisation that the request is for, whatever their role.
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
         * Mark the organisation as unverified
         * @description Marks the organisation as unverified. From then on, its API keys are rejected with code `org_unverified`.
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
         * Delete policy acceptances
         * @description Deletes the user's policy acceptances, as if the user had never accepted any policy.
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
         * @description Returns 404 if the organisation has none.
         */
        get: operations["getQaSubscription"];
        /**
         * Set the subscription
         * @description Sets the subscription to any plan in any state, without a payment.
         */
        put: operations["replaceQaSubscription"];
        post?: never;
        /**
         * Remove the subscription
         * @description Removes the subscription. From then on, API keys are rejected with code `subscription_inactive`. If there is no subscription, the operation returns 404.
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
         * @description Sets the custom domain, in any state, without DNS. A domain whose ownership another organisation has proved returns 409 with code `domain_taken`.
         */
        put: operations["replaceQaDomainClaim"];
        post?: never;
        /**
         * Remove the custom domain
         * @description Returns 404 if the organisation has none.
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
         * @description Lists the organisation's courses, newest first by default.
         */
        get: operations["listCourses"];
        put?: never;
        /**
         * Create a course
         * @description Creates a course. An omitted slug is derived from the title; an omitted language or time zone is taken from the organisation. Beyond the plan's course limit, the operation returns 403 with code `course_limit`, even when several courses are created concurrently.
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
         * @description Lists the courses that the user has opened in the studio, most recently opened first.
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
         * @description Returns the course with its free-form parts.
         */
        get: operations["getCourse"];
        /**
         * Replace a course
         * @description Replaces the course: every writable field is set to the value sent, or to its default.
         */
        put: operations["replaceCourse"];
        post?: never;
        /**
         * Delete a course
         * @description Deletes the course with its chapters and lessons. If learners have enrolled, the course is only hidden, so that their history is kept.
         */
        delete: operations["deleteCourse"];
        options?: never;
        head?: never;
        /**
         * Update a course
         * @description Changes only the fields that are sent.
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
         * Record that a course was opened
         * @description Moves the course to the top of the user's recent courses.
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
         * @description Returns the price of the course. A new course is free.
         */
        get: operations["getPrice"];
        /**
         * Set the price
         * @description Sets the price for learners who enroll from now on.
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
         * Create a preview token
         * @description Creates a signed token for showing a course that is not published yet on another device or to someone else. The token contains the course and its own expiry time, and it cannot be revoked.
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
         * @description Returns all chapters with their counts, and one page of lessons in course order. Staff see everything, and nothing is locked for them. Learners see what is published; a locked lesson carries the first of these reasons that applies. `unpublished`: the course was changed back to a draft. `not_enrolled`: the user is not enrolled. `expired`: the enrollment has expired or was revoked. `previous_chapter`: the chapter requires the previous chapter, which is the nearest earlier one that is published and has lessons, and not all published lessons of that chapter are completed. `not_yet_open` and `closed`: the lesson is not open according to its schedule; `not_yet_open` also applies before the start of a course that runs between dates. `view_window_over`: the lesson's view window has passed. `previous_lesson`: the chapter's lessons are sequential, and the previous published lesson is not completed. Free previews are open to everyone who may know of the course, and completed lessons stay open while the enrollment lasts. If the schedule counts from the first access and the learner has not opened the course yet, locks are computed as if the first access were now. If the schedule counts from a start that is not set, lessons that open on a particular day are not open yet. A course that a member may not know of (a draft, archived or private course without an enrollment) returns 404.
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
         * @description Returns the published chapters and lessons of a course as someone who enrolled now would see them. The course need not be published yet, and anyone who has a preview token can call this. A wrong or expired token returns 404.
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
         * @description Lists the chapters of a course in order.
         */
        get: operations["listChapters"];
        put?: never;
        /**
         * Create a chapter
         * @description Creates a chapter at `position`, moving the chapters from there on by one place, or at the end if `position` is omitted.
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
         * @description Sets the order from a complete list. If the list is not complete, it is rejected as a whole and nothing is moved.
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
         * @description Returns a chapter.
         */
        get: operations["getChapter"];
        put?: never;
        post?: never;
        /**
         * Delete a chapter
         * @description Deletes the chapter with its lessons. Later chapters move up one place.
         */
        delete: operations["deleteChapter"];
        options?: never;
        head?: never;
        /**
         * Update a chapter
         * @description Changes only the fields that are sent.
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
         * @description Creates an unpublished copy of the chapter right after the original, with copies of its lessons. The copy contains everything that creators made and nothing that learners did. ` (copy)` is appended to the chapter's title, which is shortened if both together are longer than 200 characters. The lessons keep their titles and whether they are published, so that publishing the copy shows what the original shows. A full course returns 400 with code `too_many`.
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
         * @description Publishes or unpublishes the chapter and reports what learners see as a result, once the course is published. A lesson that is already published keeps its `updated_at`.
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
         * @description Lists the lessons of a chapter in order, without their content.
         */
        get: operations["listLessons"];
        put?: never;
        /**
         * Create a lesson
         * @description Creates a lesson at `position`, moving the lessons from there on by one place, or at the end if `position` is omitted. The content must follow the rules of its type, as on the agent surface.
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
         * @description Sets the order from a complete list. If the list is not complete, it is rejected as a whole and nothing is moved.
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
         * @description Returns a lesson. For a learner, this call opens the lesson: the first opening starts the view window, and `document` and `embed` lessons are completed by being opened. A locked lesson is returned without content and with its `lock_reason`. Lessons that learners do not see at all (unpublished ones, and those of a private course without an enrollment) return 404.
         */
        get: operations["getLesson"];
        put?: never;
        post?: never;
        /**
         * Delete a lesson
         * @description Deletes the lesson. Later lessons move up one place.
         */
        delete: operations["deleteLesson"];
        options?: never;
        head?: never;
        /**
         * Update a lesson
         * @description Updates only the fields that are sent, provided that `updated_at` is still the value last read. Otherwise returns 409 with the current lesson.
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
         * @description Creates an unpublished copy of the lesson right after the original. The copy contains everything that creators made and nothing that learners did. ` (copy)` is appended to its title, which is shortened if both together are longer than 200 characters. A full chapter returns 400 with code `too_many`.
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
         * @description Moves a lesson to a place in the same or another chapter, provided that `updated_at` is still the value last read. Everything learners did in the lesson stays with it. A full chapter returns 400 with code `too_many`.
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
         * @description Changes when a lesson opens and closes, under the same rules as an update of the lesson, without naming its chapter.
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
         * @description Returns the offsets of every lesson, and the moments that they correspond to for a given day 0. A wall time that a clock change skips is taken as the moment of the change; a wall time that occurs twice is taken as the first occurrence.
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
         * @description Shifts the entire schedule or nothing. In a course with a `start_date`, that date is moved together with the `end_date`, and so are the start and end dates of cohorts that have not begun; lesson offsets count from there and do not change. In a course without a `start_date`, `days` is added to every offset (400 on `days` with code `out_of_range` if an offset would leave the range 0 to 3650), and sending `start_date` sets the first day. A lesson that would close before it opens, and a date outside the years 1900 to 2199, are also `out_of_range`. A cohort has not begun while its `starts_on` is after today in the course's time zone. Sending both `days` and `start_date`, or neither, returns 400 on `body` with code `required`.
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
         * Get your progress in a lesson
         * @description Returns the user's own progress. A `video` lesson is completed when 90% of it was played, a `quiz` when it is passed, an `assignment` when work is submitted, a `lesson` when it is reported as read after it was opened, and `document` and `embed` lessons when they are opened. A completed lesson stays completed. If the user is not enrolled, returns 403 with code `not_enrolled`.
         */
        get: operations["getLessonProgress"];
        put?: never;
        /**
         * Report progress in a lesson
         * @description Records what the user did in a lesson. A `video` lesson is completed when 90% of it was played, a `quiz` when it is passed, an `assignment` when work is submitted, a `lesson` when it is reported as read after it was opened, and `document` and `embed` lessons when they are opened. A completed lesson stays completed. Sending `read` before the lesson was opened returns 400 with code `not_opened`. Submitting the same work to an assignment as the last time creates no new submission. The service scores quizzes with partial credit and rounds the points of each question half up to hundredths. `single`, `true_false`, `short_text` (trimmed, with whitespace collapsed, in Unicode NFC) and `numeric` questions are scored all or nothing. `multiple` questions score the number of right choices minus the number of wrong ones, but not below zero, as a share of all right choices. `matching` questions score the share of right pairs, and `ordering` questions the share of items in their right place. An `essay` with an answer waits to be graded by a person. An attempt whose time has run out is scored with the answers given until then. It can still be submitted for ten more seconds, to allow for requests that are under way. Sending `quiz_started` while an attempt is running returns that attempt; if no attempts are left, it returns 409 with code `no_attempts_left`. Answering an attempt that was submitted or whose time is over returns 409 with code `attempt_over`, except that repeating the same submission returns the same result as before. If the lesson is locked, returns 403 with code `lesson_locked`; if the user is not enrolled, returns 403 with code `not_enrolled`.
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
         * Suggest landing page texts
         * @description Generates texts from the content of the course, using the language model that the service is configured with. Nothing is stored. If no model is configured, returns 503 with code `ai_not_configured`; if the model does not respond or its response is unusable, returns 503 with code `ai_unavailable`. At most 20 requests an hour are allowed for each organisation.
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
         * @description Lists the hero images of the course, newest first.
         */
        get: operations["listHeroImages"];
        put?: never;
        /**
         * Generate a hero image
         * @description Generates a hero image with the model that the service is configured with. If no model is configured, returns 503 with code `ai_not_configured`; if the model does not respond or its response is unusable, returns 503 with code `ai_unavailable`. At most 20 requests an hour are allowed for each organisation. A course can have at most 20 hero images; another one returns 409 with code `hero_limit`.
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
         * @description Fetches the image once, following at most three redirects, and reads at most 10 MiB within 15 seconds. A URL that cannot be fetched, or that leads to a private network, returns 400 on `url` with code `unreachable`. Content that is not an accepted image returns 400 with code `not_an_image`, and an image of more than 50 million pixels returns 400 with code `too_large`. A course can have at most 20 hero images; another one returns 409 with code `hero_limit`.
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
         * @description Uploads a hero image. The image is rotated upright, scaled down to at most 2400 by 1350 pixels, and stored as WebP without its metadata. A course can have at most 20 hero images; another one returns 409 with code `hero_limit`.
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
         * @description Deletes a hero image. If it is the selected one, the page is left without a hero image.
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
         * Select a hero image
         * @description Selects the hero image that the page shows, in place of the one shown before.
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
         * Enroll a learner
         * @description Enrolls the user or a member in a course. Without `user_id`, `email` and `preview_token`, the signed-in user enrolls themselves in a published course that is free and not private; if they are not a member of the organisation, they become a learner of it. With `preview_token`, they enroll themselves in any course until the token expires. With `user_id` or `email`, staff enroll a member in any course that is not archived; anyone else gets 403, and if there is no such member, the response is 400 with code `unknown`. Enrolling twice returns the same enrollment (200 instead of 201) and applies an end or a cohort that was sent to it. An enrollment that had expired or was revoked, or that was a preview, begins again (201) and keeps its progress. A preview does not bring back an enrollment that is over: 403 with code `enrollment_over`. A course that requires payment returns 403 with code `payment_required`. A course that is not open for enrollment returns 409 with code `enrollment_closed`. Reaching the plan's learner limit returns 403 with code `learner_limit`. A full cohort returns 409 with code `cohort_full`.
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
         * @description Lists the learners of a course, newest first by default. Previews are not included.
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
         * @description Creates a credentials card for the learner, which invalidates any earlier card from this organisation. The learner's password remains valid until they use the card. This is only possible for users who are learners of this organisation and of no other; other users reset their own password by email (409 with code `not_only_here`).
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
         * @description Lists the cohorts of a course, newest first.
         */
        get: operations["listCohorts"];
        put?: never;
        /**
         * Create a cohort
         * @description Creates a cohort. A learner can be in several cohorts; the newest active one determines their schedule.
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
         * @description Deletes an empty cohort. A cohort with members returns 409 with code `cohort_not_empty`; archive it instead.
         */
        delete: operations["deleteCohort"];
        options?: never;
        head?: never;
        /**
         * Update a cohort
         * @description Changes only the fields that are sent.
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
         * @description Adds and removes members of a cohort, either all of them or none. An enrollment that does not belong to this course returns 400 on its field with code `unknown`. Exceeding the number of seats returns 409 with code `cohort_full`, even when several learners join at the same time.
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
         * @description Lists the organisation's published courses that are open to all, newest first. Members and users who are not members yet can call this.
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
         * List your enrollments
         * @description Lists the user's enrollments in the organisation, most recently active first.
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
         * Get your engagement
         * @description Returns the user's engagement in the organisation, by days in the user's time zone.
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
         * @description Records the first and the last time that the learner opened the course. The first time is day 0 if the schedule counts from it. If the user is not enrolled, returns 403 with code `not_enrolled`; if the enrollment has expired or was revoked, returns 403 with code `enrollment_over`.
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
         * Get your progress in a course
         * @description Returns the user's progress with every chapter, and the first lesson that is open and not completed. If the user is not enrolled, returns 403 with code `not_enrolled`.
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
         * Create an upload
         * @description Creates an upload and returns where to send the bytes. Until the upload is complete or expires after an hour, its size counts toward the plan's storage limit. If there is not enough room, returns 403 with code `storage_limit`; if the user is not enrolled, returns 403 with code `not_enrolled`. A learner can have at most 50 uploads that are not submitted; another one returns 409 with code `upload_limit`.
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
         * @description Returns an upload to the user who created it and to staff. A pending upload includes its target again, with a new URL; a ready upload includes where its file can be read.
         */
        get: operations["getUpload"];
        put?: never;
        post?: never;
        /**
         * Delete an upload
         * @description Deletes an upload with its bytes. If media, a document or a submission uses it, returns 409 with code `upload_in_use`.
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
         * @description Checks what has arrived: its size, its type by its first bytes, and whether it contains viruses if a scanner is configured. If nothing has arrived, or less than was declared, returns 409 with code `upload_incomplete`, and the PUT can be repeated. An upload of another type than declared becomes `rejected`. Repeating the call returns the same result. If the scanner does not respond, returns 503 with code `scanner_unavailable`. If there is no longer enough room after a change to a smaller plan, returns 403 with code `storage_limit`.
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
         * @description Adds media from an upload. Repeating the call with the same upload returns the same media.
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
         * @description Deletes media with their file. If a lesson refers to the media, returns 409 with code `media_in_use`.
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
         * @description Adds a document from an upload. Repeating the call with the same upload returns the same document.
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
         * Add an external document
         * @description Adds a document that is hosted elsewhere. Only its URL is stored.
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
         * @description Deletes a document with its file. If a lesson refers to the document, returns 409 with code `document_in_use`.
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
         * @description Lists the stored files of the organisation, newest first by default.
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
         * @description Returns the storage usage. If usage is above the limit (after a change to a smaller plan), only new uploads are rejected.
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
         * @description Deletes a course with everything learners did in it, even if the course was deleted before.
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
         * Delete your attempts at a lesson
         * @description Deletes the user's progress, attempts and submissions in a lesson, as if they had never opened it.
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
         * Add storage ballast
         * @description Counts the given number of bytes as stored, without storing any.
         */
        post: operations["createStorageBallast"];
        /**
         * Remove storage ballast
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
         * @description Removes all storage add-ons, as if none had been bought.
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
         * @description Lists webhook endpoints, newest first, without their secrets.
         */
        get: operations["listWebhookEndpoints"];
        put?: never;
        /**
         * Create a webhook endpoint
         * @description Creates a webhook endpoint. The secret is shown only once, in this response. The endpoint is sent a `webhook.ping` event, which counts as a redelivery. An organisation can have at most 10 webhook endpoints; another one returns 409 with code `webhook_limit`.
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
         * @description Returns a webhook endpoint without its secret.
         */
        get: operations["getWebhookEndpoint"];
        put?: never;
        post?: never;
        /**
         * Delete a webhook endpoint
         * @description Deletes a webhook endpoint with its deliveries. Pending deliveries are not sent.
         */
        delete: operations["deleteWebhookEndpoint"];
        options?: never;
        head?: never;
        /**
         * Update a webhook endpoint
         * @description Updates only the fields that are sent. An endpoint that is enabled again starts without past failures; cancelled deliveries are not sent automatically.
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
         * @description Lists the deliveries of the last 30 days, newest first, each with its attempts. After a failed attempt, the next one follows after about 5 seconds, then 5 and 30 minutes, then 2, 5, 10, 14, 20 and 24 hours, or later if the endpoint asks for that with `Retry-After`. The tenth attempt is the last.
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
         * Redeliver a webhook event
         * @description Queues the same event once more, with the same `webhook-id` and payload, as a separate delivery that is tried once. A pending delivery will be tried automatically and returns 409 with code `webhook_delivery_pending`. A disabled endpoint returns 409 with code `webhook_disabled`. At most 100 redeliveries an hour are allowed for each organisation, including the pings of new endpoints.
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
         * A course was created
         * @description Occurs when a course is created in any way: manually, with an API key or as a copy. Deliveries follow the Standard Webhooks specification and are made at least once. The endpoint must respond within 15 seconds: any 2xx response accepts the event, 410 disables the endpoint, and after any other outcome the delivery is retried, with ten attempts in total over three days.
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
         * @description Occurs when a course that was not published becomes published. Deliveries follow the Standard Webhooks specification and are made at least once. The endpoint must respond within 15 seconds: any 2xx response accepts the event, 410 disables the endpoint, and after any other outcome the delivery is retried, with ten attempts in total over three days.
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
         * @description Occurs when a published course becomes a draft again or is archived. Deliveries follow the Standard Webhooks specification and are made at least once. The endpoint must respond within 15 seconds: any 2xx response accepts the event, 410 disables the endpoint, and after any other outcome the delivery is retried, with ten attempts in total over three days.
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
         * @description Occurs when a course is deleted. The event contains the course as it was. Deliveries follow the Standard Webhooks specification and are made at least once. The endpoint must respond within 15 seconds: any 2xx response accepts the event, 410 disables the endpoint, and after any other outcome the delivery is retried, with ten attempts in total over three days.
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
         * A user became a member
         * @description Occurs when a user becomes a member with a join code or by enrolling. Deliveries follow the Standard Webhooks specification and are made at least once. The endpoint must respond within 15 seconds: any 2xx response accepts the event, 410 disables the endpoint, and after any other outcome the delivery is retried, with ten attempts in total over three days.
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
         * @description Occurs when a learner enrolls or is enrolled, including again after an enrollment that was over. Previews are not reported. Deliveries follow the Standard Webhooks specification and are made at least once. The endpoint must respond within 15 seconds: any 2xx response accepts the event, 410 disables the endpoint, and after any other outcome the delivery is retried, with ten attempts in total over three days.
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
         * @description Occurs when a learner has completed all published lessons of a course, once for each enrollment. Previews are not reported. Deliveries follow the Standard Webhooks specification and are made at least once. The endpoint must respond within 15 seconds: any 2xx response accepts the event, 410 disables the endpoint, and after any other outcome the delivery is retried, with ten attempts in total over three days.
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
         * @description Occurs when a learner completes a lesson, once for each learner and lesson. Previews are not reported. Deliveries follow the Standard Webhooks specification and are made at least once. The endpoint must respond within 15 seconds: any 2xx response accepts the event, 410 disables the endpoint, and after any other outcome the delivery is retried, with ten attempts in total over three days.
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
         * A learner finished a quiz attempt
         * @description Occurs when an attempt is submitted, or is scored because its time is over. Previews are not reported. Deliveries follow the Standard Webhooks specification and are made at least once. The endpoint must respond within 15 seconds: any 2xx response accepts the event, 410 disables the endpoint, and after any other outcome the delivery is retried, with ten attempts in total over three days.
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
         * A learner submitted work
         * @description Occurs when a learner submits work, again for each new submission. Previews are not reported. Deliveries follow the Standard Webhooks specification and are made at least once. The endpoint must respond within 15 seconds: any 2xx response accepts the event, 410 disables the endpoint, and after any other outcome the delivery is retried, with ten attempts in total over three days.
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
         * A webhook endpoint was created
         * @description Occurs when a webhook endpoint is created. It is sent only to the new endpoint, whichever event types the endpoint asked for. To test the endpoint again, redeliver this event. Deliveries follow the Standard Webhooks specification and are made at least once. The endpoint must respond within 15 seconds: any 2xx response accepts the event, 410 disables the endpoint, and after any other outcome the delivery is retried, with ten attempts in total over three days.
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
            /** @description Total number of results on all pages. */
            count: number;
            /**
             * Format: uri
             * @description URL of the next page, null on the last page.
             */
            next: string | null;
            /**
             * Format: uri
             * @description URL of the previous page, null on the first page.
             */
            previous: string | null;
            /** @description The items, in order. */
            results: components["schemas"]["CourseSummary"][];
        };
        /** @description A course. */
        Course: {
            /**
             * Format: uuid
             * @description UUIDv7.
             */
            id: string;
            /** @description Name that learners see. Must contain more than whitespace. */
            title: string;
            /** @description URL slug of the course, unique within the organisation. If omitted, it is generated from the title, with `-2`, `-3` and so on appended if that slug is taken. Sending a slug that another course uses returns 400 with code `taken`. */
            slug: string;
            /** @description Free-form: plain text, markdown, or a rich-text document as JSON. Stored as sent and never interpreted. At most 64 KiB as JSON. */
            description: string | {
                [key: string]: unknown;
            } | unknown[] | null;
            /**
             * Format: uri
             * @description Picture shown in lists.
             */
            thumbnail_url: string | null;
            /**
             * @description `draft`: visible only to staff. `published`: open to learners according to its visibility; `published_at` is set at the first publication. `archived`: closed to new learners.
             * @enum {string}
             */
            status: "draft" | "published" | "archived";
            /**
             * @description `public`: listed in discovery. `unlisted`: reachable only through its URL. `private`: by invitation or enrollment only.
             * @enum {string}
             */
            visibility: "public" | "unlisted" | "private";
            /**
             * @description How much the learner should already know.
             * @enum {string}
             */
            level: "all_levels" | "beginner" | "intermediate" | "advanced";
            /**
             * @description School stage that the course is meant for.
             * @enum {string}
             */
            grade_level: "any" | "early_childhood" | "primary" | "lower_secondary" | "upper_secondary" | "higher_education" | "professional";
            /**
             * @description BCP 47 language tag, returned in canonical form. Default: the organisation's language.
             * @example en
             * @example pt-BR
             */
            language: string;
            /** @description Id from the catalog of categories: 1 Arts and design, 2 Business, 3 Computing, 4 Engineering, 5 Health and medicine, 6 Humanities, 7 Languages, 8 Law, 9 Lifestyle, 10 Marketing, 11 Mathematics, 12 Music, 13 Natural sciences, 14 Personal development, 15 Social sciences, 16 Sport and fitness, 17 Teaching, 18 Vocational training. Any other id returns 400 with code `unknown`. */
            category: number | null;
            /** @description Time that the whole course takes, in minutes. */
            estimated_duration_minutes: number | null;
            /** @description Free-form blocks of the sales page, in order, as the page builder writes them. Stored as sent. At most 256 KiB as JSON. */
            sales_page_blocks: unknown[] | {
                [key: string]: unknown;
            } | null;
            /** @description Headline of the sales page. If null, the title is shown. */
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
             * @description IANA time zone of the course's dates and times. Default: the organisation's time zone.
             * @example Europe/Berlin
             */
            timezone: string;
            /**
             * @description `open_ended`: access does not end. `duration`: access lasts `duration_days` from enrollment, and `duration_days` is required. `dates`: the course runs from `start_date` to `end_date`; both are required, and the start must not be after the end.
             * @enum {string}
             */
            length_mode: "open_ended" | "duration" | "dates";
            /** @description Days of access. Only with `length_mode: duration`: it is rejected if sent with another mode, and changing the mode clears it. */
            duration_days: number | null;
            /**
             * Format: date
             * @description First day. Allowed in every length mode, required for `dates`. YYYY-MM-DD, years 1900 to 2199, local to the course's time zone.
             */
            start_date: string | null;
            /**
             * Format: date
             * @description Last day, inclusive. Only with `length_mode: dates`: it is rejected if sent with another mode, and changing the mode clears it. YYYY-MM-DD, years 1900 to 2199, local to the course's time zone.
             */
            end_date: string | null;
            /**
             * @description What day 0 of lesson schedules is: the day of enrollment, the day the learner first opens the course, or the start of the course or of the cohort.
             * @enum {string}
             */
            schedule_basis: "enrollment" | "first_access" | "course_start";
            /** @description Number of chapters in the course. */
            chapter_count: number;
            /** @description Number of lessons in all chapters of the course. */
            lesson_count: number;
            /** @description Number of learners ever enrolled. */
            enrollment_count: number;
            /**
             * Format: date-time
             * @description When the course was first published; null before that.
             */
            published_at: string | null;
            /**
             * Format: date-time
             * @description When it was created.
             */
            created_at: string;
            /**
             * Format: date-time
             * @description When it was last changed.
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
            /** @description Name that learners see. Must contain more than whitespace. */
            title: string;
            /** @description URL slug of the course, unique within the organisation. If omitted, it is generated from the title, with `-2`, `-3` and so on appended if that slug is taken. Sending a slug that another course uses returns 400 with code `taken`. */
            slug: string;
            /**
             * Format: uri
             * @description Picture shown in lists.
             */
            thumbnail_url: string | null;
            /**
             * @description `draft`: visible only to staff. `published`: open to learners according to its visibility; `published_at` is set at the first publication. `archived`: closed to new learners.
             * @enum {string}
             */
            status: "draft" | "published" | "archived";
            /**
             * @description `public`: listed in discovery. `unlisted`: reachable only through its URL. `private`: by invitation or enrollment only.
             * @enum {string}
             */
            visibility: "public" | "unlisted" | "private";
            /**
             * @description How much the learner should already know.
             * @enum {string}
             */
            level: "all_levels" | "beginner" | "intermediate" | "advanced";
            /**
             * @description School stage that the course is meant for.
             * @enum {string}
             */
            grade_level: "any" | "early_childhood" | "primary" | "lower_secondary" | "upper_secondary" | "higher_education" | "professional";
            /**
             * @description BCP 47 language tag, returned in canonical form. Default: the organisation's language.
             * @example en
             * @example pt-BR
             */
            language: string;
            /** @description Id from the catalog of categories: 1 Arts and design, 2 Business, 3 Computing, 4 Engineering, 5 Health and medicine, 6 Humanities, 7 Languages, 8 Law, 9 Lifestyle, 10 Marketing, 11 Mathematics, 12 Music, 13 Natural sciences, 14 Personal development, 15 Social sciences, 16 Sport and fitness, 17 Teaching, 18 Vocational training. Any other id returns 400 with code `unknown`. */
            category: number | null;
            /** @description Time that the whole course takes, in minutes. */
            estimated_duration_minutes: number | null;
            /** @description Headline of the sales page. If null, the title is shown. */
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
             * @description IANA time zone of the course's dates and times. Default: the organisation's time zone.
             * @example Europe/Berlin
             */
            timezone: string;
            /**
             * @description `open_ended`: access does not end. `duration`: access lasts `duration_days` from enrollment, and `duration_days` is required. `dates`: the course runs from `start_date` to `end_date`; both are required, and the start must not be after the end.
             * @enum {string}
             */
            length_mode: "open_ended" | "duration" | "dates";
            /** @description Days of access. Only with `length_mode: duration`: it is rejected if sent with another mode, and changing the mode clears it. */
            duration_days: number | null;
            /**
             * Format: date
             * @description First day. Allowed in every length mode, required for `dates`. YYYY-MM-DD, years 1900 to 2199, local to the course's time zone.
             */
            start_date: string | null;
            /**
             * Format: date
             * @description Last day, inclusive. Only with `length_mode: dates`: it is rejected if sent with another mode, and changing the mode clears it. YYYY-MM-DD, years 1900 to 2199, local to the course's time zone.
             */
            end_date: string | null;
            /**
             * @description What day 0 of lesson schedules is: the day of enrollment, the day the learner first opens the course, or the start of the course or of the cohort.
             * @enum {string}
             */
            schedule_basis: "enrollment" | "first_access" | "course_start";
            /** @description Number of chapters in the course. */
            chapter_count: number;
            /** @description Number of lessons in all chapters of the course. */
            lesson_count: number;
            /** @description Number of learners ever enrolled. */
            enrollment_count: number;
            /**
             * Format: date-time
             * @description When the course was first published; null before that.
             */
            published_at: string | null;
            /**
             * Format: date-time
             * @description When it was created.
             */
            created_at: string;
            /**
             * Format: date-time
             * @description When it was last changed.
             */
            updated_at: string;
        };
        /**
         * @description A course to create, or to replace another with. Omitted fields take their default values. Unknown fields are ignored.
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
            /** @description Name that learners see. Must contain more than whitespace. */
            title: string;
            /** @description URL slug of the course, unique within the organisation. If omitted, it is generated from the title, with `-2`, `-3` and so on appended if that slug is taken. Sending a slug that another course uses returns 400 with code `taken`. */
            slug?: string;
            /**
             * @description Free-form: plain text, markdown, or a rich-text document as JSON. Stored as sent and never interpreted. At most 64 KiB as JSON.
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
             * @description `draft`: visible only to staff. `published`: open to learners according to its visibility; `published_at` is set at the first publication. `archived`: closed to new learners.
             * @default draft
             * @enum {string}
             */
            status: "draft" | "published" | "archived";
            /**
             * @description `public`: listed in discovery. `unlisted`: reachable only through its URL. `private`: by invitation or enrollment only.
             * @default public
             * @enum {string}
             */
            visibility: "public" | "unlisted" | "private";
            /**
             * @description How much the learner should already know.
             * @default all_levels
             * @enum {string}
             */
            level: "all_levels" | "beginner" | "intermediate" | "advanced";
            /**
             * @description School stage that the course is meant for.
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
             * @description Id from the catalog of categories: 1 Arts and design, 2 Business, 3 Computing, 4 Engineering, 5 Health and medicine, 6 Humanities, 7 Languages, 8 Law, 9 Lifestyle, 10 Marketing, 11 Mathematics, 12 Music, 13 Natural sciences, 14 Personal development, 15 Social sciences, 16 Sport and fitness, 17 Teaching, 18 Vocational training. Any other id returns 400 with code `unknown`.
             * @default null
             */
            category: number | null;
            /**
             * @description Time that the whole course takes, in minutes.
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
             * @description Headline of the sales page. If null, the title is shown.
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
             * @description IANA time zone of the course's dates and times. Default: the organisation's time zone.
             * @example Europe/Berlin
             */
            timezone?: string;
            /**
             * @description `open_ended`: access does not end. `duration`: access lasts `duration_days` from enrollment, and `duration_days` is required. `dates`: the course runs from `start_date` to `end_date`; both are required, and the start must not be after the end.
             * @default open_ended
             * @enum {string}
             */
            length_mode: "open_ended" | "duration" | "dates";
            /**
             * @description Days of access. Only with `length_mode: duration`: it is rejected if sent with another mode, and changing the mode clears it.
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
             * @description Last day, inclusive. Only with `length_mode: dates`: it is rejected if sent with another mode, and changing the mode clears it. YYYY-MM-DD, years 1900 to 2199, local to the course's time zone.
             * @default null
             */
            end_date: string | null;
            /**
             * @description What day 0 of lesson schedules is: the day of enrollment, the day the learner first opens the course, or the start of the course or of the cohort.
             * @default enrollment
             * @enum {string}
             */
            schedule_basis: "enrollment" | "first_access" | "course_start";
        };
        /**
         * @description Changes to a course. Omitted fields keep their values. Unknown fields are ignored.
         * @example {
         *       "status": "published"
         *     }
         */
        PatchedCourse: {
            /** @description Name that learners see. Must contain more than whitespace. */
            title?: string;
            /** @description URL slug of the course, unique within the organisation. If omitted, it is generated from the title, with `-2`, `-3` and so on appended if that slug is taken. Sending a slug that another course uses returns 400 with code `taken`. */
            slug?: string;
            /** @description Free-form: plain text, markdown, or a rich-text document as JSON. Stored as sent and never interpreted. At most 64 KiB as JSON. */
            description?: string | {
                [key: string]: unknown;
            } | unknown[] | null;
            /**
             * Format: uri
             * @description Picture shown in lists.
             */
            thumbnail_url?: string | null;
            /**
             * @description `draft`: visible only to staff. `published`: open to learners according to its visibility; `published_at` is set at the first publication. `archived`: closed to new learners.
             * @enum {string}
             */
            status?: "draft" | "published" | "archived";
            /**
             * @description `public`: listed in discovery. `unlisted`: reachable only through its URL. `private`: by invitation or enrollment only.
             * @enum {string}
             */
            visibility?: "public" | "unlisted" | "private";
            /**
             * @description How much the learner should already know.
             * @enum {string}
             */
            level?: "all_levels" | "beginner" | "intermediate" | "advanced";
            /**
             * @description School stage that the course is meant for.
             * @enum {string}
             */
            grade_level?: "any" | "early_childhood" | "primary" | "lower_secondary" | "upper_secondary" | "higher_education" | "professional";
            /**
             * @description BCP 47 language tag, returned in canonical form. Default: the organisation's language.
             * @example en
             * @example pt-BR
             */
            language?: string;
            /** @description Id from the catalog of categories: 1 Arts and design, 2 Business, 3 Computing, 4 Engineering, 5 Health and medicine, 6 Humanities, 7 Languages, 8 Law, 9 Lifestyle, 10 Marketing, 11 Mathematics, 12 Music, 13 Natural sciences, 14 Personal development, 15 Social sciences, 16 Sport and fitness, 17 Teaching, 18 Vocational training. Any other id returns 400 with code `unknown`. */
            category?: number | null;
            /** @description Time that the whole course takes, in minutes. */
            estimated_duration_minutes?: number | null;
            /** @description Free-form blocks of the sales page, in order, as the page builder writes them. Stored as sent. At most 256 KiB as JSON. */
            sales_page_blocks?: unknown[] | {
                [key: string]: unknown;
            } | null;
            /** @description Headline of the sales page. If null, the title is shown. */
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
             * @description IANA time zone of the course's dates and times. Default: the organisation's time zone.
             * @example Europe/Berlin
             */
            timezone?: string;
            /**
             * @description `open_ended`: access does not end. `duration`: access lasts `duration_days` from enrollment, and `duration_days` is required. `dates`: the course runs from `start_date` to `end_date`; both are required, and the start must not be after the end.
             * @enum {string}
             */
            length_mode?: "open_ended" | "duration" | "dates";
            /** @description Days of access. Only with `length_mode: duration`: it is rejected if sent with another mode, and changing the mode clears it. */
            duration_days?: number | null;
            /**
             * Format: date
             * @description First day. Allowed in every length mode, required for `dates`. YYYY-MM-DD, years 1900 to 2199, local to the course's time zone.
             */
            start_date?: string | null;
            /**
             * Format: date
             * @description Last day, inclusive. Only with `length_mode: dates`: it is rejected if sent with another mode, and changing the mode clears it. YYYY-MM-DD, years 1900 to 2199, local to the course's time zone.
             */
            end_date?: string | null;
            /**
             * @description What day 0 of lesson schedules is: the day of enrollment, the day the learner first opens the course, or the start of the course or of the cohort.
             * @enum {string}
             */
            schedule_basis?: "enrollment" | "first_access" | "course_start";
        };
        /** @description One page of chapters, in order. */
        ChapterList: {
            /** @description Total number of results on all pages. */
            count: number;
            /**
             * Format: uri
             * @description URL of the next page, null on the last page.
             */
            next: string | null;
            /**
             * Format: uri
             * @description URL of the previous page, null on the first page.
             */
            previous: string | null;
            /** @description The items, in order. */
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
            /** @description Name that learners see. Must contain more than whitespace. */
            title: string;
            /** @description Position in the course, starting at 1 and always without gaps: inserting a chapter moves later ones back, and deleting one closes the gap. If omitted, the chapter is placed last on create and keeps its position on replace. A position beyond the end means last. */
            position: number;
            /** @description Whether learners see the chapter. */
            is_published: boolean;
            /** @description Whether the chapter opens only when the previous chapter is completed. */
            requires_previous_chapter: boolean;
            /** @description Whether the lessons open one after another, each when the previous one is completed. */
            sequential_lessons: boolean;
            /** @description Number of lessons in the chapter. */
            lesson_count: number;
            /**
             * Format: date-time
             * @description When it was created.
             */
            created_at: string;
            /**
             * Format: date-time
             * @description When it was last changed.
             */
            updated_at: string;
        };
        /**
         * @description A chapter to create, or to replace another with. Omitted fields take their default values. Unknown fields are ignored.
         * @example {
         *       "title": "Pipes and filters",
         *       "is_published": true
         *     }
         */
        ChapterWrite: {
            /** @description Name that learners see. Must contain more than whitespace. */
            title: string;
            /** @description Position in the course, starting at 1 and always without gaps: inserting a chapter moves later ones back, and deleting one closes the gap. If omitted, the chapter is placed last on create and keeps its position on replace. A position beyond the end means last. */
            position?: number;
            /**
             * @description Whether learners see the chapter.
             * @default false
             */
            is_published: boolean;
            /**
             * @description Whether the chapter opens only when the previous chapter is completed.
             * @default false
             */
            requires_previous_chapter: boolean;
            /**
             * @description Whether the lessons open one after another, each when the previous one is completed.
             * @default false
             */
            sequential_lessons: boolean;
        };
        /**
         * @description Changes to a chapter. Omitted fields keep their values. Unknown fields are ignored.
         * @example {
         *       "position": 1
         *     }
         */
        PatchedChapter: {
            /** @description Name that learners see. Must contain more than whitespace. */
            title?: string;
            /** @description Position in the course, starting at 1 and always without gaps: inserting a chapter moves later ones back, and deleting one closes the gap. If omitted, the chapter is placed last on create and keeps its position on replace. A position beyond the end means last. */
            position?: number;
            /** @description Whether learners see the chapter. */
            is_published?: boolean;
            /** @description Whether the chapter opens only when the previous chapter is completed. */
            requires_previous_chapter?: boolean;
            /** @description Whether the lessons open one after another, each when the previous one is completed. */
            sequential_lessons?: boolean;
        };
        /** @description One page of lessons, in order. */
        LessonList: {
            /** @description Total number of results on all pages. */
            count: number;
            /**
             * Format: uri
             * @description URL of the next page, null on the last page.
             */
            next: string | null;
            /**
             * Format: uri
             * @description URL of the previous page, null on the first page.
             */
            previous: string | null;
            /** @description The items, in order. */
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
            /** @description Name that learners see. Must contain more than whitespace. */
            title: string;
            /** @description Position in the chapter, starting at 1 and always without gaps: inserting a lesson moves later ones back, and deleting one closes the gap. If omitted on create, the lesson is placed last. A position beyond the end means last. */
            position: number;
            /** @description Whether learners see the lesson. */
            is_published: boolean;
            /**
             * @description Type of the lesson, which determines the rules for `content`. Changing the type without sending `content` clears the content.
             * @enum {string}
             */
            content_type: "quiz" | "lesson" | "video" | "document" | "assignment" | "embed";
            content: components["schemas"]["LessonContent"];
            /** @description Whether the lesson is open to visitors who are not enrolled. */
            is_free_preview: boolean;
            /** @description Day on which the lesson opens, counted in the course's calendar days from the schedule basis (day 0). Null: open from the start. */
            opens_day_offset: number | null;
            /** @description Time on that day at which the lesson opens; null means 00:00. Requires `opens_day_offset`. Wall time HH:MM, 00:00 to 23:59, in the course's time zone. */
            opens_time: string | null;
            /** @description Day on which the lesson closes. Null: never. The closing moment must be after the opening moment. */
            closes_day_offset: number | null;
            /** @description Time on that day at which the lesson closes (it is closed from this moment on); null means 00:00. Requires `closes_day_offset`. Wall time HH:MM, 00:00 to 23:59, in the course's time zone. */
            closes_time: string | null;
            /** @description Minutes for which a learner can view the lesson, counted from when that learner first opens it. Null: no limit. */
            view_window_minutes: number | null;
            /**
             * Format: date-time
             * @description When it was created.
             */
            created_at: string;
            /**
             * Format: date-time
             * @description When the lesson was last changed, to the millisecond. It strictly increases with every change to the row, including a move caused by a neighboring lesson, and it is the token for the next PATCH.
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
            /** @description Name that learners see. Must contain more than whitespace. */
            title: string;
            /** @description Position in the chapter, starting at 1 and always without gaps: inserting a lesson moves later ones back, and deleting one closes the gap. If omitted on create, the lesson is placed last. A position beyond the end means last. */
            position: number;
            /** @description Whether learners see the lesson. */
            is_published: boolean;
            /**
             * @description Type of the lesson, which determines the rules for `content`. Changing the type without sending `content` clears the content.
             * @enum {string}
             */
            content_type: "quiz" | "lesson" | "video" | "document" | "assignment" | "embed";
            /** @description Whether the lesson is open to visitors who are not enrolled. */
            is_free_preview: boolean;
            /** @description Day on which the lesson opens, counted in the course's calendar days from the schedule basis (day 0). Null: open from the start. */
            opens_day_offset: number | null;
            /** @description Time on that day at which the lesson opens; null means 00:00. Requires `opens_day_offset`. Wall time HH:MM, 00:00 to 23:59, in the course's time zone. */
            opens_time: string | null;
            /** @description Day on which the lesson closes. Null: never. The closing moment must be after the opening moment. */
            closes_day_offset: number | null;
            /** @description Time on that day at which the lesson closes (it is closed from this moment on); null means 00:00. Requires `closes_day_offset`. Wall time HH:MM, 00:00 to 23:59, in the course's time zone. */
            closes_time: string | null;
            /** @description Minutes for which a learner can view the lesson, counted from when that learner first opens it. Null: no limit. */
            view_window_minutes: number | null;
            /**
             * Format: date-time
             * @description When it was created.
             */
            created_at: string;
            /**
             * Format: date-time
             * @description When the lesson was last changed, to the millisecond. It strictly increases with every change to the row, including a move caused by a neighboring lesson, and it is the token for the next PATCH.
             */
            updated_at: string;
        };
        /**
         * @description A lesson to create. Omitted fields take their default values. Unknown fields are ignored.
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
            /** @description Name that learners see. Must contain more than whitespace. */
            title: string;
            /** @description Position in the chapter, starting at 1 and always without gaps: inserting a lesson moves later ones back, and deleting one closes the gap. If omitted on create, the lesson is placed last. A position beyond the end means last. */
            position?: number;
            /**
             * @description Whether learners see the lesson.
             * @default false
             */
            is_published: boolean;
            /**
             * @description Type of the lesson, which determines the rules for `content`. Changing the type without sending `content` clears the content.
             * @default lesson
             * @enum {string}
             */
            content_type: "quiz" | "lesson" | "video" | "document" | "assignment" | "embed";
            /** @default null */
            content: components["schemas"]["LessonContent"];
            /**
             * @description Whether the lesson is open to visitors who are not enrolled.
             * @default false
             */
            is_free_preview: boolean;
            /**
             * @description Day on which the lesson opens, counted in the course's calendar days from the schedule basis (day 0). Null: open from the start.
             * @default null
             */
            opens_day_offset: number | null;
            /**
             * @description Time on that day at which the lesson opens; null means 00:00. Requires `opens_day_offset`. Wall time HH:MM, 00:00 to 23:59, in the course's time zone.
             * @default null
             */
            opens_time: string | null;
            /**
             * @description Day on which the lesson closes. Null: never. The closing moment must be after the opening moment.
             * @default null
             */
            closes_day_offset: number | null;
            /**
             * @description Time on that day at which the lesson closes (it is closed from this moment on); null means 00:00. Requires `closes_day_offset`. Wall time HH:MM, 00:00 to 23:59, in the course's time zone.
             * @default null
             */
            closes_time: string | null;
            /**
             * @description Minutes for which a learner can view the lesson, counted from when that learner first opens it. Null: no limit.
             * @default null
             */
            view_window_minutes: number | null;
        };
        /**
         * @description Changes to a lesson. Omitted fields keep their values, except that `updated_at` is required. Unknown fields are ignored.
         * @example {
         *       "title": "What is a shell for?",
         *       "updated_at": "2026-11-20T09:30:00.123Z"
         *     }
         */
        PatchedLesson: {
            /** @description Name that learners see. Must contain more than whitespace. */
            title?: string;
            /** @description Position in the chapter, starting at 1 and always without gaps: inserting a lesson moves later ones back, and deleting one closes the gap. If omitted on create, the lesson is placed last. A position beyond the end means last. */
            position?: number;
            /** @description Whether learners see the lesson. */
            is_published?: boolean;
            /**
             * @description Type of the lesson, which determines the rules for `content`. Changing the type without sending `content` clears the content.
             * @enum {string}
             */
            content_type?: "quiz" | "lesson" | "video" | "document" | "assignment" | "embed";
            content?: components["schemas"]["LessonContent"];
            /** @description Whether the lesson is open to visitors who are not enrolled. */
            is_free_preview?: boolean;
            /** @description Day on which the lesson opens, counted in the course's calendar days from the schedule basis (day 0). Null: open from the start. */
            opens_day_offset?: number | null;
            /** @description Time on that day at which the lesson opens; null means 00:00. Requires `opens_day_offset`. Wall time HH:MM, 00:00 to 23:59, in the course's time zone. */
            opens_time?: string | null;
            /** @description Day on which the lesson closes. Null: never. The closing moment must be after the opening moment. */
            closes_day_offset?: number | null;
            /** @description Time on that day at which the lesson closes (it is closed from this moment on); null means 00:00. Requires `closes_day_offset`. Wall time HH:MM, 00:00 to 23:59, in the course's time zone. */
            closes_time?: string | null;
            /** @description Minutes for which a learner can view the lesson, counted from when that learner first opens it. Null: no limit. */
            view_window_minutes?: number | null;
            /**
             * Format: date-time
             * @description The `updated_at` that was last read. A stale value returns 409 with code `stale_lesson`.
             */
            updated_at: string;
        };
        /** @description The content, whose shape depends on `content_type`: QuizContent for quiz, TextContent for lesson, VideoContent for video, DocumentContent for document, AssignmentContent for assignment, EmbedContent for embed. Null: no content yet. Unlike in the rest of a body, unknown fields inside the content are rejected, so that no work is lost to a typing error. At most 512 KiB as JSON. */
        LessonContent: components["schemas"]["QuizContent"] | components["schemas"]["TextContent"] | components["schemas"]["VideoContent"] | components["schemas"]["DocumentContent"] | components["schemas"]["AssignmentContent"] | components["schemas"]["EmbedContent"] | null;
        /** @description A quiz. Content type `quiz`. */
        QuizContent: {
            /**
             * @description Shown before the first question, in markdown.
             * @default null
             */
            instructions: string | null;
            /** @description The items, in order. */
            questions: components["schemas"]["QuizQuestion"][];
            /**
             * @description Number of attempts that a learner has; null: no limit.
             * @default null
             */
            max_attempts: number | null;
            /**
             * @description Minutes for one attempt; null: no limit.
             * @default null
             */
            time_limit_minutes: number | null;
            /**
             * @description Percentage of the points that is needed to pass, with at most two decimals.
             * @default 70
             */
            passing_score_percent: number;
            /**
             * @description Whether each attempt has its own order of questions.
             * @default false
             */
            shuffle_questions: boolean;
            /**
             * @description Whether each attempt has its own order of choices.
             * @default false
             */
            shuffle_choices: boolean;
            /**
             * @description When learners can see the correct answers.
             * @default after_attempt
             * @enum {string}
             */
            show_answers: "after_attempt" | "after_passing" | "never";
        };
        /** @description A quiz question; `type` determines its kind. */
        QuizQuestion: components["schemas"]["SingleChoiceQuestion"] | components["schemas"]["MultipleChoiceQuestion"] | components["schemas"]["TrueFalseQuestion"] | components["schemas"]["ShortTextQuestion"] | components["schemas"]["NumericQuestion"] | components["schemas"]["EssayQuestion"] | components["schemas"]["MatchingQuestion"] | components["schemas"]["OrderingQuestion"];
        /** @description A question with one correct choice. */
        SingleChoiceQuestion: {
            /**
             * @description The kind of question. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            type: "single";
            /** @description ID of the question in answers and results, unique within the quiz. Assigned automatically if omitted. */
            id?: string;
            /** @description The question text, in markdown. */
            prompt: string;
            /**
             * @description Points for a fully correct answer, with at most two decimals.
             * @default 1
             */
            points: number;
            /**
             * @description Explanation shown with the result, in markdown.
             * @default null
             */
            explanation: string | null;
            /** @description The choices to select from. Their IDs are unique within the question. */
            choices: components["schemas"]["QuizChoice"][];
            /** @description ID of the correct choice. */
            correct_choice_id: string;
        };
        /** @description A question for which several choices may be correct. */
        MultipleChoiceQuestion: {
            /**
             * @description The kind of question. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            type: "multiple";
            /** @description ID of the question in answers and results, unique within the quiz. Assigned automatically if omitted. */
            id?: string;
            /** @description The question text, in markdown. */
            prompt: string;
            /**
             * @description Points for a fully correct answer, with at most two decimals.
             * @default 1
             */
            points: number;
            /**
             * @description Explanation shown with the result, in markdown.
             * @default null
             */
            explanation: string | null;
            /** @description The choices to select from. Their IDs are unique within the question. */
            choices: components["schemas"]["QuizChoice"][];
            /** @description IDs of all correct choices. */
            correct_choice_ids: string[];
            /**
             * @description Whether a partly correct answer earns points.
             * @default true
             */
            partial_credit: boolean;
        };
        /** @description A statement that is true or false. */
        TrueFalseQuestion: {
            /**
             * @description The kind of question. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            type: "true_false";
            /** @description ID of the question in answers and results, unique within the quiz. Assigned automatically if omitted. */
            id?: string;
            /** @description The question text, in markdown. */
            prompt: string;
            /**
             * @description Points for a fully correct answer, with at most two decimals.
             * @default 1
             */
            points: number;
            /**
             * @description Explanation shown with the result, in markdown.
             * @default null
             */
            explanation: string | null;
            /** @description Whether the statement is true. */
            correct: boolean;
        };
        /** @description A question with a short typed answer, which is trimmed and then compared with the accepted answers. */
        ShortTextQuestion: {
            /**
             * @description The kind of question. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            type: "short_text";
            /** @description ID of the question in answers and results, unique within the quiz. Assigned automatically if omitted. */
            id?: string;
            /** @description The question text, in markdown. */
            prompt: string;
            /**
             * @description Points for a fully correct answer, with at most two decimals.
             * @default 1
             */
            points: number;
            /**
             * @description Explanation shown with the result, in markdown.
             * @default null
             */
            explanation: string | null;
            /** @description Answers that count as correct. */
            accepted_answers: string[];
            /**
             * @description Whether the comparison distinguishes between upper and lower case.
             * @default false
             */
            case_sensitive: boolean;
        };
        /** @description A question whose answer is a number within a tolerance. */
        NumericQuestion: {
            /**
             * @description The kind of question. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            type: "numeric";
            /** @description ID of the question in answers and results, unique within the quiz. Assigned automatically if omitted. */
            id?: string;
            /** @description The question text, in markdown. */
            prompt: string;
            /**
             * @description Points for a fully correct answer, with at most two decimals.
             * @default 1
             */
            points: number;
            /**
             * @description Explanation shown with the result, in markdown.
             * @default null
             */
            explanation: string | null;
            /** @description The correct value. */
            correct_value: number;
            /**
             * @description How far an answer may deviate from the correct value, in either direction, and still count as correct.
             * @default 0
             */
            tolerance: number;
            /**
             * @description Unit shown beside the answer field.
             * @default null
             */
            unit: string | null;
        };
        /** @description A question with a long answer that a person grades. */
        EssayQuestion: {
            /**
             * @description The kind of question. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            type: "essay";
            /** @description ID of the question in answers and results, unique within the quiz. Assigned automatically if omitted. */
            id?: string;
            /** @description The question text, in markdown. */
            prompt: string;
            /**
             * @description Points for a fully correct answer, with at most two decimals.
             * @default 1
             */
            points: number;
            /**
             * @description Explanation shown with the result, in markdown.
             * @default null
             */
            explanation: string | null;
            /**
             * @description Minimum number of words; null means no minimum.
             * @default null
             */
            min_words: number | null;
            /**
             * @description Maximum number of words, not below `min_words`; null means no maximum.
             * @default null
             */
            max_words: number | null;
            /**
             * @description Notes that only graders can see.
             * @default null
             */
            grading_notes: string | null;
        };
        /** @description A question in which learners match pairs. The pairs themselves are the answer key. */
        MatchingQuestion: {
            /**
             * @description The kind of question. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            type: "matching";
            /** @description ID of the question in answers and results, unique within the quiz. Assigned automatically if omitted. */
            id?: string;
            /** @description The question text, in markdown. */
            prompt: string;
            /**
             * @description Points for a fully correct answer, with at most two decimals.
             * @default 1
             */
            points: number;
            /**
             * @description Explanation shown with the result, in markdown.
             * @default null
             */
            explanation: string | null;
            /** @description The pairs that belong together. Their IDs are unique within the question. */
            pairs: components["schemas"]["MatchingPair"][];
            /**
             * @description Right-hand sides that belong to no pair.
             * @default []
             */
            distractors: string[];
        };
        /** @description A question in which learners put items in order. The order given here is the answer key. */
        OrderingQuestion: {
            /**
             * @description The kind of question. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            type: "ordering";
            /** @description ID of the question in answers and results, unique within the quiz. Assigned automatically if omitted. */
            id?: string;
            /** @description The question text, in markdown. */
            prompt: string;
            /**
             * @description Points for a fully correct answer, with at most two decimals.
             * @default 1
             */
            points: number;
            /**
             * @description Explanation shown with the result, in markdown.
             * @default null
             */
            explanation: string | null;
            /** @description The items in the correct order. Their IDs are unique within the question. */
            items: components["schemas"]["QuizChoice"][];
        };
        /** @description A choice or item of a question. */
        QuizChoice: {
            /** @description ID of the choice or item in answers. */
            id: string;
            /** @description Text of the choice or item, in markdown. */
            text: string;
        };
        /** @description Two sides that belong together. */
        MatchingPair: {
            /** @description ID of the pair in answers. */
            id: string;
            /** @description The side that is given. */
            left: string;
            /** @description The side that the learner has to find. */
            right: string;
        };
        /** @description Text to read. Content type `lesson`. */
        TextContent: {
            /**
             * @description `markdown`: CommonMark, stored as sent; escape or sanitise raw HTML when you display it. `html`: sanitised when stored, so that only structure, text, links, pictures and tables remain; scripts, styles, event attributes and unknown elements are removed.
             * @default markdown
             * @enum {string}
             */
            format: "markdown" | "html";
            /** @description The text. */
            body: string;
        };
        /** @description A video. Content type `video`; `source` determines the kind. */
        VideoContent: components["schemas"]["HostedVideo"] | components["schemas"]["YoutubeVideo"] | components["schemas"]["VimeoVideo"] | components["schemas"]["FileVideo"];
        /** @description A video in the organisation's own storage. */
        HostedVideo: {
            /**
             * @description Where the video is hosted. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            source: "hosted";
            /**
             * Format: uuid
             * @description ID of the media object.
             */
            media_id: string;
            /**
             * @description Caption tracks, at most one for each language and kind.
             * @default []
             */
            captions: components["schemas"]["VideoCaptions"][];
            /**
             * @description Length of the video, if known.
             * @default null
             */
            duration_seconds: number | null;
        };
        /** @description A YouTube video. */
        YoutubeVideo: {
            /**
             * @description Where the video is hosted. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            source: "youtube";
            /**
             * Format: uri
             * @description URL of a single video on youtube.com or youtu.be.
             */
            url: string;
            /**
             * @description Caption tracks, at most one for each language and kind.
             * @default []
             */
            captions: components["schemas"]["VideoCaptions"][];
            /**
             * @description Length of the video, if known.
             * @default null
             */
            duration_seconds: number | null;
        };
        /** @description A Vimeo video. */
        VimeoVideo: {
            /**
             * @description Where the video is hosted. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            source: "vimeo";
            /**
             * Format: uri
             * @description URL of a single video on vimeo.com.
             */
            url: string;
            /**
             * @description Caption tracks, at most one for each language and kind.
             * @default []
             */
            captions: components["schemas"]["VideoCaptions"][];
            /**
             * @description Length of the video, if known.
             * @default null
             */
            duration_seconds: number | null;
        };
        /** @description A video file hosted elsewhere. */
        FileVideo: {
            /**
             * @description Where the video is hosted. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            source: "file";
            /**
             * Format: uri
             * @description URL of an mp4, m4v, mov, webm, ogv or m3u8 file.
             */
            url: string;
            /**
             * @description Caption tracks, at most one for each language and kind.
             * @default []
             */
            captions: components["schemas"]["VideoCaptions"][];
            /**
             * @description Length of the video, if known.
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
             * @description URL of a WebVTT or SRT file.
             */
            url: string;
            /**
             * @description Name of the track in the player.
             * @default null
             */
            label: string | null;
            /**
             * @description Kind of track, as defined for HTML text tracks.
             * @default subtitles
             * @enum {string}
             */
            kind: "subtitles" | "captions" | "descriptions";
        };
        /** @description A document. Content type `document`; `source` determines the kind. */
        DocumentContent: components["schemas"]["LinkedDocument"] | components["schemas"]["StoredDocument"];
        /** @description A document hosted elsewhere. */
        LinkedDocument: {
            /**
             * @description Where the document is hosted. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            source: "url";
            /**
             * Format: uri
             * @description URL of the document.
             */
            url: string;
            /**
             * @description File name to save the document under.
             * @default null
             */
            file_name: string | null;
            /**
             * @description Whether learners may save the document.
             * @default true
             */
            is_downloadable: boolean;
        };
        /** @description A document in the organisation's own storage. */
        StoredDocument: {
            /**
             * @description Where the document is hosted. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            source: "upload";
            /**
             * Format: uuid
             * @description ID of the stored document.
             */
            document_id: string;
            /**
             * @description File name to save the document under.
             * @default null
             */
            file_name: string | null;
            /**
             * @description Whether learners may save the document.
             * @default true
             */
            is_downloadable: boolean;
        };
        /** @description Work for learners to submit. Content type `assignment`. */
        AssignmentContent: {
            /** @description What learners have to do, in markdown. */
            instructions: string;
            /** @description The kinds of work that a learner may submit. */
            submission_kinds: ("text" | "file" | "url")[];
            /**
             * @description Points for full marks, with at most two decimals.
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
             * @description Maximum number of files in one submission. Allowed only with submission kind `file`.
             * @default 1
             */
            max_files: number;
            /**
             * @description Accepted file extensions without the dot; an empty list accepts any extension. Allowed only with submission kind `file`.
             * @default []
             */
            allowed_file_extensions: string[];
            /**
             * @description Sample solution in markdown, shown to graders, and to learners after grading.
             * @default null
             */
            sample_solution: string | null;
        };
        /** @description When the work is due; `kind` determines the rule. */
        DueRule: components["schemas"]["NoDueDate"] | components["schemas"]["RelativeDueDate"] | components["schemas"]["FixedDueDate"];
        /** @description The work is never due. */
        NoDueDate: {
            /**
             * @description The kind of rule. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            kind: "none";
        };
        /** @description The work is due a number of days after the lesson opens for the learner. */
        RelativeDueDate: {
            /**
             * @description The kind of rule. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            kind: "relative";
            /** @description Number of calendar days after the day on which the lesson opens. That day is the one given by the schedule; if the schedule gives none, day 0; if there is no day 0, the day on which the learner first opened the lesson. */
            days: number;
            /**
             * @description Time of day at which the work is due. Wall time HH:MM, 00:00 to 23:59, in the course's time zone.
             * @default 23:59
             */
            time: string;
        };
        /** @description The work is due on a fixed date. */
        FixedDueDate: {
            /**
             * @description The kind of rule. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            kind: "date";
            /**
             * Format: date
             * @description The day on which the work is due. YYYY-MM-DD, years 1900 to 2199, in the course's time zone.
             */
            date: string;
            /**
             * @description Time of day at which the work is due. Wall time HH:MM, 00:00 to 23:59, in the course's time zone.
             * @default 23:59
             */
            time: string;
        };
        /** @description A page shown in a frame. Content type `embed`. Only the frame attributes listed here can be set. */
        EmbedContent: {
            /**
             * Format: uri
             * @description URL of the page; https only.
             */
            url: string;
            /**
             * @description Name of the frame for screen readers.
             * @default null
             */
            title: string | null;
            /**
             * @description Width in pixels; null means as wide as the page.
             * @default null
             */
            width: number | null;
            /**
             * @description Height in pixels; null means that the aspect ratio determines the height.
             * @default null
             */
            height: number | null;
            /**
             * @description Aspect ratio of the frame, used if the height is null.
             * @default 16:9
             * @enum {string}
             */
            aspect_ratio: "16:9" | "4:3" | "1:1" | "9:16" | "auto";
            /**
             * @description Permissions granted to the frame.
             * @default [
             *       "fullscreen"
             *     ]
             */
            allow: ("fullscreen" | "autoplay" | "camera" | "microphone" | "clipboard-write" | "encrypted-media" | "picture-in-picture" | "display-capture")[];
            /**
             * @description What the framed page is allowed to do.
             * @default [
             *       "allow-scripts",
             *       "allow-same-origin",
             *       "allow-forms",
             *       "allow-popups"
             *     ]
             */
            sandbox: ("allow-scripts" | "allow-same-origin" | "allow-forms" | "allow-popups" | "allow-presentation" | "allow-downloads")[];
        };
        /** @description Settings of the organisation. Exactly these fields are writable. */
        OrgSettings: {
            /** @description The organisation's name. */
            name: string;
            /** @description Description of the organisation, in plain text. */
            description: string | null;
            /**
             * Format: email
             * @description Email address where learners can ask for help.
             */
            support_email: string | null;
            /** @description IANA time zone, used as the default for new courses. */
            timezone: string;
            /** @description BCP 47 language tag, used as the default for new courses; returned in canonical form. */
            language: string;
            /** @description ISO 4217 code of the currency in which courses are priced. */
            currency: string;
            /**
             * Format: uri
             * @description URL of the organisation's own website.
             */
            website_url: string | null;
            /** @description Primary colour of the brand, as `#rrggbb`. */
            primary_color: string | null;
            /** @description Secondary colour of the brand, as `#rrggbb`. */
            accent_color: string | null;
            /**
             * Format: uri
             * @description URL of the terms of service.
             */
            terms_url: string | null;
            /**
             * Format: uri
             * @description URL of the privacy policy.
             */
            privacy_url: string | null;
            /**
             * Format: uri
             * @description URL of the refund policy.
             */
            refund_policy_url: string | null;
            /**
             * Format: uri
             * @description URL of the legal notice.
             */
            imprint_url: string | null;
        };
        /**
         * @description Changes to the settings. Omitted fields keep their values. Unknown fields are ignored.
         * @example {
         *       "support_email": "help@example.org"
         *     }
         */
        PatchedOrgSettings: {
            /** @description The organisation's name. */
            name?: string;
            /** @description Description of the organisation, in plain text. */
            description?: string | null;
            /**
             * Format: email
             * @description Email address where learners can ask for help.
             */
            support_email?: string | null;
            /** @description IANA time zone, used as the default for new courses. */
            timezone?: string;
            /** @description BCP 47 language tag, used as the default for new courses; returned in canonical form. */
            language?: string;
            /** @description ISO 4217 code of the currency in which courses are priced. */
            currency?: string;
            /**
             * Format: uri
             * @description URL of the organisation's own website.
             */
            website_url?: string | null;
            /** @description Primary colour of the brand, as `#rrggbb`. */
            primary_color?: string | null;
            /** @description Secondary colour of the brand, as `#rrggbb`. */
            accent_color?: string | null;
            /**
             * Format: uri
             * @description URL of the terms of service.
             */
            terms_url?: string | null;
            /**
             * Format: uri
             * @description URL of the privacy policy.
             */
            privacy_url?: string | null;
            /**
             * Format: uri
             * @description URL of the refund policy.
             */
            refund_policy_url?: string | null;
            /**
             * Format: uri
             * @description URL of the legal notice.
             */
            imprint_url?: string | null;
        };
        /** @description The organisation that an API key belongs to, and what the key may do. */
        KeyIdentity: {
            organisation: components["schemas"]["OrganisationReference"];
            /** @description The name given to the key. */
            key_name: string;
            scopes: components["schemas"]["KeyScopes"];
        };
        /** @description The organisation that a key belongs to. */
        OrganisationReference: {
            /**
             * Format: uuid
             * @description UUIDv7.
             */
            id: string;
            /** @description The organisation's name. */
            name: string;
            /** @description Name used in URLs. */
            subdomain: string;
        };
        /** @description The key's effective scope for each resource. */
        KeyScopes: {
            /**
             * @description `view` permits reads; `edit` permits reads and writes.
             * @enum {string}
             */
            courses: "none" | "view" | "edit";
            /**
             * @description `view` permits reads; `edit` permits reads and writes.
             * @enum {string}
             */
            chapters: "none" | "view" | "edit";
            /**
             * @description `view` permits reads; `edit` permits reads and writes.
             * @enum {string}
             */
            lessons: "none" | "view" | "edit";
            /**
             * @description `view` permits reads; `edit` permits reads and writes.
             * @enum {string}
             */
            org_settings: "none" | "view" | "edit";
        };
        /** @description A description of what went wrong, in the format of RFC 9457. */
        Problem: {
            /**
             * Format: uri-reference
             * @description URL of a page that explains the code.
             */
            type: string;
            /** @description The meaning of the code, in words. */
            title: string;
            /** @description The HTTP status. */
            status: number;
            /** @description What went wrong in this particular request. */
            detail: string;
            /** @description Machine-readable cause. The page at the `type` URL lists all codes. */
            code: string;
            /** @description The X-Request-Id of this response, to quote when contacting support. */
            request_id: string;
        };
        /** @description One error in one field. */
        FieldError: {
            /** @description Dotted path of the field, such as `content.questions.0.prompt`; `body` means the request body as a whole. */
            field: string;
            /** @description The kind of error. */
            code: string;
            /** @description The error, in words. */
            message: string;
        };
        /** @description A request with errors, all of which are reported at once. */
        ValidationProblem: {
            /**
             * Format: uri-reference
             * @description URL of a page that explains the code.
             */
            type: string;
            /** @description The meaning of the code, in words. */
            title: string;
            /** @description The HTTP status. */
            status: number;
            /** @description What went wrong in this particular request. */
            detail: string;
            /** @description Machine-readable cause. The page at the `type` URL lists all codes. */
            code: string;
            /** @description The X-Request-Id of this response, to quote when contacting support. */
            request_id: string;
            /** @description The errors, at most 50. */
            errors: components["schemas"]["FieldError"][];
        };
        /** @description The lesson has changed since it was read. Apply the change to the `lesson` in this response and send it again with that lesson's `updated_at`. */
        StaleLessonProblem: {
            /**
             * Format: uri-reference
             * @description URL of a page that explains the code.
             */
            type: string;
            /** @description The meaning of the code, in words. */
            title: string;
            /** @description The HTTP status. */
            status: number;
            /** @description What went wrong in this particular request. */
            detail: string;
            /** @description Machine-readable cause. The page at the `type` URL lists all codes. */
            code: string;
            /** @description The X-Request-Id of this response, to quote when contacting support. */
            request_id: string;
            lesson: components["schemas"]["Lesson"];
        };
        /** @description A new account. Unknown fields are rejected. */
        SignUp: {
            /**
             * Format: email
             * @description Email address that becomes the sign-in name. Case does not matter.
             */
            email: string;
            /** @description Password of 8 to 256 characters. Common passwords are rejected. */
            password: string;
            /** @description Name that other users see. */
            name: string;
            /**
             * @description BCP 47 language tag, returned in canonical form.
             * @default en
             */
            language: string;
            /** @description Code of an organisation that the user also joins as a learner, once the email address is verified. An unknown code is rejected with 400 and code `unknown`. Case does not matter. */
            join_code?: string;
        };
        /** @description The request was accepted. The response does not reveal whether anything was sent, so that nobody can find out who has an account. */
        Accepted: {
            /**
             * @description Always `accepted`.
             * @enum {string}
             */
            status: "accepted";
        };
        /** @description An email address. Unknown fields are rejected. */
        EmailAddress: {
            /**
             * Format: email
             * @description The email address.
             */
            email: string;
        };
        /** @description The token from a verification email. Unknown fields are rejected. */
        VerificationToken: {
            /** @description Token from the email. It works once and is valid for 24 hours. */
            token: string;
        };
        /** @description The sign-in name and the password. Unknown fields are rejected. */
        LogIn: {
            /**
             * Format: email
             * @description Email address, which is the sign-in name.
             */
            email: string;
            /** @description The password. */
            password: string;
        };
        /** @description A code. Unknown fields are rejected. */
        LogInCode: {
            /** @description The code: six digits, or ten letters and digits for a backup code. */
            code: string;
        };
        /** @description Where to send the code. Unknown fields are rejected. */
        CodeChannel: {
            /**
             * @description One of the sign-in's `methods`.
             * @default email
             * @enum {string}
             */
            channel: "email" | "sms";
        };
        /** @description The state of a sign-in. */
        SignInResult: {
            /**
             * @description `signed_in`: the sign-in is complete. `second_factor_required`: for ten minutes, the session can call only the second-factor operations, until one of them succeeds.
             * @enum {string}
             */
            status: "signed_in" | "second_factor_required";
            /** @description Ways to finish the sign-in; empty if the user is signed in. */
            methods: ("totp" | "backup_code" | "email" | "sms")[];
        };
        /** @description The current password and the new one. Unknown fields are rejected. */
        PasswordChange: {
            /** @description The current password. */
            current_password: string;
            /** @description Password of 8 to 256 characters. Common passwords are rejected. */
            new_password: string;
        };
        /** @description The token from a password reset email and the new password. Unknown fields are rejected. */
        PasswordResetConfirm: {
            /** @description Token from the email. It works once and is valid for one hour. */
            token: string;
            /** @description Password of 8 to 256 characters. Common passwords are rejected. */
            new_password: string;
        };
        /** @description A membership of a user in an organisation. */
        Membership: {
            organisation: components["schemas"]["OrganisationReference"];
            /**
             * @description `owner` and `creator` are staff and run the organisation; `learner` learns in it.
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
             * @description Email address, which is the sign-in name.
             */
            email: string;
            /** @description Whether the email address has been verified. */
            email_verified: boolean;
            /** @description Name that other users see. */
            name: string;
            /** @description BCP 47 language tag, returned in canonical form. */
            language: string;
            /** @description IANA time zone. */
            timezone: string;
            /**
             * @description What a sign-in requires in addition to the password.
             * @enum {string}
             */
            second_factor: "none" | "email" | "sms" | "totp";
            /** @description Number of backup codes that have not been used yet. */
            backup_codes_left: number;
            /** @description The user's memberships, oldest first. */
            memberships: components["schemas"]["Membership"][];
            current_organisation: components["schemas"]["OrganisationReference"] | null;
            /**
             * Format: date-time
             * @description When the account was created.
             */
            created_at: string;
            /**
             * @description Verified phone number in E.164 format.
             * @example +4915112345678
             */
            phone: string | null;
        };
        /** @description Changes to the user. Omitted fields keep their values. Unknown fields are rejected. */
        PatchedMe: {
            /** @description Name that other users see. */
            name?: string;
            /** @description BCP 47 language tag, returned in canonical form. */
            language?: string;
            /** @description IANA time zone. */
            timezone?: string;
            /**
             * @description Whether a sign-in requires a code sent by email or SMS. An authenticator takes precedence while it is enabled.
             * @enum {string}
             */
            second_factor?: "none" | "email" | "sms";
            /** @description Code of an organisation that the user joins as a learner. An unknown code is rejected with 400 and code `unknown`. Case does not matter. */
            join_code?: string;
        };
        /** @description The data needed to set up an authenticator. */
        TotpEnrollment: {
            /** @description Shared secret in Base32, 160 bits. */
            secret: string;
            /**
             * Format: uri
             * @description URI to show as a QR code.
             */
            otpauth_uri: string;
        };
        /** @description Codes to keep in a safe place. They are shown only once. */
        BackupCodes: {
            /** @description Ten codes. */
            backup_codes: string[];
        };
        /** @description The password, or a code from the authenticator. Unknown fields are rejected. */
        ProofOfUser: {
            /** @description The password. */
            password?: string;
            /** @description A code from the authenticator, or a backup code. */
            code?: string;
        };
        /** @description A scope for each resource. Omitted resources get the scope `none`. Unknown fields are rejected. */
        KeyScopesWrite: {
            /**
             * @description `view` permits reads; `edit` permits reads and writes.
             * @default none
             * @enum {string}
             */
            courses: "none" | "view" | "edit";
            /**
             * @description `view` permits reads; `edit` permits reads and writes.
             * @default none
             * @enum {string}
             */
            chapters: "none" | "view" | "edit";
            /**
             * @description `view` permits reads; `edit` permits reads and writes.
             * @default none
             * @enum {string}
             */
            lessons: "none" | "view" | "edit";
            /**
             * @description `view` permits reads; `edit` permits reads and writes.
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
            /** @description Name of the key, which says what it is for. */
            name: string;
            /** @description The first characters of the secret, which help to tell keys apart. */
            display_prefix: string;
            scopes: components["schemas"]["KeyScopes"];
            /**
             * Format: date-time
             * @description When the key expires; null if it never expires.
             */
            expires_at: string | null;
            /**
             * Format: date-time
             * @description When the key was last used, to the minute; null if it has never been used.
             */
            last_used_at: string | null;
            /**
             * Format: uuid
             * @description The user who created the key.
             */
            created_by: string | null;
            /**
             * Format: date-time
             * @description When it was created.
             */
            created_at: string;
        };
        /** @description One page of API keys, newest first. */
        ApiKeyList: {
            /** @description Total number of results on all pages. */
            count: number;
            /**
             * Format: uri
             * @description URL of the next page, null on the last page.
             */
            next: string | null;
            /**
             * Format: uri
             * @description URL of the previous page, null on the first page.
             */
            previous: string | null;
            /** @description The items, in order. */
            results: components["schemas"]["ApiKey"][];
        };
        /** @description An API key to create. Unknown fields are rejected. */
        ApiKeyWrite: {
            /** @description Label that says what the key is for, unique among the organisation's keys. */
            name: string;
            /** @default {} */
            scopes: components["schemas"]["KeyScopesWrite"];
            /**
             * Format: date-time
             * @description When the key expires, in the future; null if it never expires.
             * @default null
             */
            expires_at: string | null;
        };
        /** @description A new key with its secret, which is shown only in this response. */
        ApiKeyCreated: {
            /**
             * Format: uuid
             * @description UUIDv7.
             */
            id: string;
            /** @description Name of the key, which says what it is for. */
            name: string;
            /** @description The first characters of the secret, which help to tell keys apart. */
            display_prefix: string;
            scopes: components["schemas"]["KeyScopes"];
            /**
             * Format: date-time
             * @description When the key expires; null if it never expires.
             */
            expires_at: string | null;
            /**
             * Format: date-time
             * @description When the key was last used, to the minute; null if it has never been used.
             */
            last_used_at: string | null;
            /**
             * Format: uuid
             * @description The user who created the key.
             */
            created_by: string | null;
            /**
             * Format: date-time
             * @description When it was created.
             */
            created_at: string;
            /** @description The key itself, to be sent as `Authorization: Bearer <secret>`. */
            secret: string;
        };
        /** @description An organisation to create. Unknown fields are rejected. */
        OrganisationSetup: {
            /** @description Name of the organisation. */
            name: string;
            /** @description Lowercase letters, digits and hyphens, 3 to 63 characters; the name in `<subdomain>.<host>`. A taken or reserved name is rejected with 400 and code `taken` or `reserved`. */
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
             * @description ISO 4217 currency code.
             * @default USD
             */
            currency: string;
        };
        /** @description The visual appearance of the organisation. */
        Branding: {
            /** @description Primary colour of the brand, as `#rrggbb`. */
            primary_color: string | null;
            /** @description Secondary colour of the brand, as `#rrggbb`. */
            accent_color: string | null;
            /**
             * Format: uri
             * @description URL of the logo.
             */
            logo_url: string | null;
        };
        /** @description What a web application needs to know about an organisation. */
        TenantConfig: {
            /**
             * Format: uuid
             * @description UUIDv7.
             */
            id: string;
            /** @description The organisation's name. */
            name: string;
            /** @description Name used in URLs. */
            subdomain: string;
            /** @description Whether the user who created the organisation has verified their email address; until then, the organisation's API keys are rejected. */
            is_verified: boolean;
            /** @description BCP 47 language tag, used as the default for new courses; returned in canonical form. */
            language: string;
            /** @description IANA time zone, used as the default for new courses. */
            timezone: string;
            /** @description ISO 4217 code of the currency in which courses are priced. */
            currency: string;
            branding: components["schemas"]["Branding"];
            /**
             * Format: uri
             * @description URL of the terms of service.
             */
            terms_url: string | null;
            /**
             * Format: uri
             * @description URL of the privacy policy.
             */
            privacy_url: string | null;
            /**
             * Format: email
             * @description Email address where learners can ask for help.
             */
            support_email: string | null;
        };
        /** @description The organisation's subdomain. */
        Subdomain: {
            /** @description The subdomain. */
            subdomain: string;
        };
        /** @description A new subdomain. Unknown fields are rejected. */
        PatchedSubdomain: {
            /** @description Lowercase letters, digits and hyphens, 3 to 63 characters; the name in `<subdomain>.<host>`. A taken or reserved name is rejected with 400 and code `taken` or `reserved`. */
            subdomain: string;
        };
        /** @description A recorded change. */
        AuditEntry: {
            /**
             * Format: uuid
             * @description UUIDv7; IDs are in the order of the changes.
             */
            id: string;
            /**
             * @description What kind of actor made the change.
             * @enum {string}
             */
            actor_type: "user" | "api_key" | "system";
            /**
             * Format: uuid
             * @description ID of the user or API key that made the change.
             */
            actor_id: string | null;
            /** @description The actor's current name; null if the actor no longer exists. */
            actor_name: string | null;
            /** @description What happened, such as `course.updated`. */
            action: string;
            /**
             * Format: uuid
             * @description ID of the object that the change affected.
             */
            object_id: string;
            /** @description The changed fields with their values before the change. The schema is open because each kind of object has its own fields. Null if the object was created. */
            before: {
                [key: string]: unknown;
            } | null;
            /** @description The same fields with their values after the change. The schema is open for the same reason. Null if the object was deleted. */
            after: {
                [key: string]: unknown;
            } | null;
            /** @description IP address that the request came from. */
            ip: string | null;
            /** @description The X-Request-Id of the request. */
            request_id: string | null;
            /**
             * Format: date-time
             * @description When the change was made.
             */
            created_at: string;
        };
        /** @description One page of changes, newest first. */
        AuditEntryList: {
            /** @description Total number of results on all pages, counted up to 10,000. */
            count: number;
            /** @description Whether `count` is the exact number. If false, there are more than 10,000 results. */
            is_count_exact: boolean;
            /**
             * Format: uri
             * @description URL of the next page, null on the last page. It contains a `cursor`: results that are added or deleted while you follow the links neither repeat nor hide another.
             */
            next: string | null;
            /**
             * Format: uri
             * @description URL of the previous page, null on the first page. It contains a `cursor`, except on a page beyond the last one. The first page may have fewer results than `page_size` when it is reached by these links. A page by `cursor` without any results has neither link.
             */
            previous: string | null;
            /** @description The items, in order. */
            results: components["schemas"]["AuditEntry"][];
        };
        /** @description A plan that the service offers. */
        Plan: {
            /** @description Machine-readable name of the plan. */
            id: string;
            /** @description Name of the plan. */
            name: string;
            /** @description Maximum number of courses; null means no limit. */
            course_limit: number | null;
            /** @description Maximum number of API keys; null means no limit. */
            api_key_limit: number | null;
            /** @description Maximum number of learners; null means no limit. */
            learner_limit: number | null;
            /** @description Maximum number of stored bytes; null means no limit. */
            storage_limit_bytes: number | null;
        };
        /** @description One page of plans, smallest first. */
        PlanList: {
            /** @description Total number of results on all pages. */
            count: number;
            /**
             * Format: uri
             * @description URL of the next page, null on the last page.
             */
            next: string | null;
            /**
             * Format: uri
             * @description URL of the previous page, null on the first page.
             */
            previous: string | null;
            /** @description The items, in order. */
            results: components["schemas"]["Plan"][];
        };
        /** @description The organisation's subscription to the service. */
        PlatformSubscription: {
            plan: components["schemas"]["Plan"];
            /**
             * @description While the status is `cancelled` or `expired`, API keys are rejected with code `subscription_inactive`.
             * @enum {string}
             */
            status: "trialing" | "active" | "past_due" | "cancelled" | "expired";
            /**
             * Format: date-time
             * @description Start time.
             */
            created_at: string;
        };
        /** @description A currency. */
        Currency: {
            /** @description ISO 4217 code of the currency in which courses are priced. */
            code: string;
            /** @description English name of the currency. */
            name: string;
            /** @description Number of decimal digits of an amount. Amounts are whole numbers of the currency's smallest unit. */
            minor_units: number;
        };
        /** @description One page of currencies, sorted by code. */
        CurrencyList: {
            /** @description Total number of results on all pages. */
            count: number;
            /**
             * Format: uri
             * @description URL of the next page, null on the last page.
             */
            next: string | null;
            /**
             * Format: uri
             * @description URL of the previous page, null on the first page.
             */
            previous: string | null;
            /** @description The items, in order. */
            results: components["schemas"]["Currency"][];
        };
        /** @description A time zone. */
        TimeZone: {
            /** @description IANA name of the time zone. */
            name: string;
            /** @description Current offset in minutes east of UTC. */
            offset_minutes: number;
        };
        /** @description One page of time zones, sorted by name. */
        TimeZoneList: {
            /** @description Total number of results on all pages. */
            count: number;
            /**
             * Format: uri
             * @description URL of the next page, null on the last page.
             */
            next: string | null;
            /**
             * Format: uri
             * @description URL of the previous page, null on the first page.
             */
            previous: string | null;
            /** @description The items, in order. */
            results: components["schemas"]["TimeZone"][];
        };
        /** @description One of the two steps of signing in with a provider. Unknown fields are rejected. */
        ProviderLogIn: {
            /**
             * @description Name of one of the providers that the service is configured with. Any other name is rejected with 400 and code `unknown`.
             * @example google
             */
            provider: string;
            /**
             * Format: uri
             * @description Omitted in the first step. In the second step, the full URL to which the provider redirected the browser, including its query.
             */
            callback_url?: string;
        };
        /** @description The state of a sign-in. */
        ProviderLogInResult: {
            /**
             * @description `redirect`: send the browser to `authorization_url`. The other values mean the same as for a sign-in with a password.
             * @enum {string}
             */
            status: "redirect" | "signed_in" | "second_factor_required";
            /**
             * Format: uri
             * @description URL to send the browser to next; set only with the status `redirect`.
             */
            authorization_url: string | null;
            /** @description Ways to finish the sign-in; empty if the user is signed in. */
            methods: ("totp" | "backup_code" | "email" | "sms")[];
        };
        /** @description The code from a printed card and the new password. Unknown fields are rejected. */
        CardPasswordReset: {
            /** @description Sixteen letters and digits; hyphens, spaces and case do not matter. The code works once, until the date printed on the card. */
            card_code: string;
            /** @description Password of 8 to 256 characters. Common passwords are rejected. */
            new_password: string;
        };
        /** @description Where to send a code, and what the code is for. Unknown fields are rejected. */
        PhoneCodeRequest: {
            /**
             * @description Phone number in E.164 format: a plus sign, the country code and the number.
             * @example +4915112345678
             */
            phone: string;
            /**
             * @description `sign_in`: to sign in to the account that has this number. `attach`: to verify the number before it is attached to an account.
             * @default sign_in
             * @enum {string}
             */
            purpose: "sign_in" | "attach";
        };
        /** @description The code received by SMS. Unknown fields are rejected. */
        PhoneCode: {
            /**
             * @description Phone number in E.164 format: a plus sign, the country code and the number.
             * @example +4915112345678
             */
            phone: string;
            /**
             * @description `sign_in`: to sign in to the account that has this number. `attach`: to verify the number before it is attached to an account.
             * @default sign_in
             * @enum {string}
             */
            purpose: "sign_in" | "attach";
            /** @description Six digits. */
            code: string;
        };
        /** @description The result of verifying a code. */
        PhoneCodeResult: {
            /**
             * @description `verified` for the purpose `attach`. The other values mean the same as for a sign-in with a password.
             * @enum {string}
             */
            status: "signed_in" | "second_factor_required" | "verified";
            /** @description Ways to finish the sign-in; empty if the user is signed in. */
            methods: ("totp" | "backup_code" | "email" | "sms")[];
            /** @description Token that proves the number when attaching it to an account; set only with the status `verified`. It works once and is valid for 15 minutes. */
            phone_token: string | null;
        };
        /** @description Proof of a phone number. Unknown fields are rejected. */
        PhoneToken: {
            /** @description The token returned when a code was verified with the purpose `attach`. */
            phone_token: string;
        };
        /** @description The new number, and the password or a code from the authenticator. Unknown fields are rejected. */
        PhoneChangeStart: {
            /**
             * @description Phone number in E.164 format: a plus sign, the country code and the number.
             * @example +4915112345678
             */
            phone: string;
            /** @description The password. */
            password?: string;
            /** @description A code from the authenticator, or a backup code. */
            code?: string;
        };
        /** @description A copy of the data that the service holds about the user. */
        DataExport: {
            /**
             * Format: uuid
             * @description UUIDv7.
             */
            id: string;
            /**
             * @description The export can be downloaded while its status is `ready`.
             * @enum {string}
             */
            status: "queued" | "ready" | "failed" | "expired";
            /** @description Size of the file, once the file exists. */
            size_bytes: number | null;
            /**
             * Format: date-time
             * @description Time until which the export can be downloaded, seven days after it became ready.
             */
            expires_at: string | null;
            /**
             * Format: date-time
             * @description When the export was requested.
             */
            created_at: string;
        };
        /** @description One page of exports, newest first. */
        DataExportList: {
            /** @description Total number of results on all pages. */
            count: number;
            /**
             * Format: uri
             * @description URL of the next page, null on the last page.
             */
            next: string | null;
            /**
             * Format: uri
             * @description URL of the previous page, null on the first page.
             */
            previous: string | null;
            /** @description The items, in order. */
            results: components["schemas"]["DataExport"][];
        };
        /** @description The scheduled erasure of the account. */
        DeletionScheduled: {
            /**
             * @description Always `scheduled`.
             * @enum {string}
             */
            status: "scheduled";
            /**
             * Format: date-time
             * @description When the account will be erased. Signing in before then keeps the account.
             */
            due_at: string;
        };
        /** @description Changes to the visual appearance of the organisation. Omitted fields keep their values. Unknown fields are rejected. */
        PatchedBranding: {
            /** @description Primary colour of the brand, as `#rrggbb`. */
            primary_color?: string | null;
            /** @description Secondary colour of the brand, as `#rrggbb`. */
            accent_color?: string | null;
            /** @description Null removes the logo. To set a logo, upload it. */
            logo_url?: null;
        };
        /** @description The image to upload. Unknown fields are rejected. */
        LogoUpload: {
            /**
             * Format: binary
             * @description A PNG, JPEG or WebP file, recognised by its content. Other content is rejected with 400 on `file` and code `not_an_image`; a file of more than 5 MiB or 50 million pixels is rejected with 400 and code `too_large`.
             */
            file: string;
        };
        /**
         * @description The domain to claim. Unknown fields are rejected.
         * @example {
         *       "hostname": "learn.example.org"
         *     }
         */
        DomainClaim: {
            /** @description A hostname of at least three labels, such as `learn.example.org`. Names in other scripts are stored as ASCII (RFC 5891). */
            hostname: string;
        };
        /** @description A DNS record to create where the domain is managed. */
        DnsRecord: {
            /**
             * @description Type of the record.
             * @enum {string}
             */
            type: "TXT" | "CNAME";
            /** @description Name of the record. */
            name: string;
            /** @description Value of the record. */
            value: string;
        };
        /** @description The organisation's own domain. */
        CustomDomain: {
            /** @description The hostname. */
            hostname: string;
            /**
             * @description `pending`: the TXT record has not been seen yet. `verified`: the TXT record has been seen, and the organisation has the domain. `active`: the CNAME record also points here, so the domain works. `failed`: `check_error` gives the reason.
             * @enum {string}
             */
            status: "pending" | "verified" | "active" | "failed";
            /**
             * @description What the last check found missing or wrong; null if it found no problem. `dns_unreachable` leaves the status unchanged.
             * @enum {string|null}
             */
            check_error: "txt_missing" | "txt_wrong" | "cname_missing" | "cname_wrong" | "claim_expired" | "domain_taken" | "dns_unreachable" | null;
            /**
             * Format: date-time
             * @description When DNS was last queried.
             */
            last_checked_at: string | null;
            /**
             * Format: date-time
             * @description Deadline by which the TXT record must be seen; null while it is seen.
             */
            claim_expires_at: string | null;
            /** @description The DNS records that are required. */
            records: components["schemas"]["DnsRecord"][];
            /**
             * Format: date-time
             * @description When the domain was claimed.
             */
            created_at: string;
        };
        /** @description The code with which learners join the organisation. */
        JoinCode: {
            /** @description Eight letters and digits, excluding those that look alike. */
            join_code: string;
            /**
             * Format: uri
             * @description URL for signing up with the code.
             */
            join_url: string;
        };
        /** @description A step in getting an organisation up and running. */
        OnboardingStep: {
            /**
             * @description The step.
             * @enum {string}
             */
            step: "verify_email" | "branding" | "first_course" | "publish_course" | "invite_learners" | "custom_domain";
            /** @description Whether the step is done. */
            is_done: boolean;
            /** @description Whether the step was skipped. */
            is_skipped: boolean;
        };
        /** @description The setup progress of the organisation. */
        Onboarding: {
            /** @description The steps, in the order in which they make sense. */
            steps: components["schemas"]["OnboardingStep"][];
            /** @description Whether every step is either done or skipped. */
            is_complete: boolean;
        };
        /** @description What to skip. Unknown fields are rejected. */
        OnboardingSkip: {
            /**
             * @description The step to skip. If omitted, all steps that are not done are skipped.
             * @enum {string}
             */
            step?: "verify_email" | "branding" | "first_course" | "publish_course" | "invite_learners" | "custom_domain";
        };
        /** @description The cookies agreed to in this browser. */
        CookieConsent: {
            /** @description The version of the cookie policy that is in force. */
            policy_version: string;
            /** @description Whether a decision has been made on the version in force. If false, ask the visitor. */
            is_decided: boolean;
            /** @description Consent to cookies that remember settings. */
            preferences: boolean;
            /** @description Consent to cookies that count visits. */
            analytics: boolean;
            /** @description Consent to cookies for advertising. */
            marketing: boolean;
            /**
             * Format: date-time
             * @description When the decision was made; null if there is no decision on the version in force.
             */
            decided_at: string | null;
        };
        /** @description The cookies that the visitor agrees to. Necessary cookies need no consent. Unknown fields are rejected. */
        CookieChoice: {
            /** @description Consent to cookies that remember settings. */
            preferences: boolean;
            /** @description Consent to cookies that count visits. */
            analytics: boolean;
            /** @description Consent to cookies for advertising. */
            marketing: boolean;
        };
        /** @description A policy, and which version of it the user has accepted. */
        PolicyConsent: {
            /**
             * @description The policy.
             * @enum {string}
             */
            policy: "terms" | "privacy";
            /** @description The version in force, given as the date from which it applies. */
            version: string;
            /**
             * Format: uri
             * @description URL where the policy can be read.
             */
            url: string;
            /** @description The newest version that the user has accepted; null if the user has accepted none. */
            accepted_version: string | null;
            /**
             * Format: date-time
             * @description When the policy was accepted.
             */
            accepted_at: string | null;
            /** @description Whether the user has accepted the version in force. */
            is_accepted: boolean;
        };
        /** @description The policies, and what the user has accepted. */
        LegalConsent: {
            /** @description All policies. */
            policies: components["schemas"]["PolicyConsent"][];
            /** @description Whether the user has accepted every version in force. */
            is_complete: boolean;
        };
        /** @description A policy that the user accepts. Unknown fields are rejected. */
        PolicyAcceptance: {
            /**
             * @description The policy.
             * @enum {string}
             */
            policy: "terms" | "privacy";
            /**
             * @description The version that was shown to the user.
             * @example 2026-01-01
             */
            version: string;
        };
        /** @description What the user accepts. Unknown fields are rejected. */
        LegalAcceptance: {
            /** @description The accepted policies, at least one. */
            accept: components["schemas"]["PolicyAcceptance"][];
        };
        /** @description How users are notified of an event. */
        NotificationSetting: {
            /**
             * @description What happened. The first six events are sent to learners, the others to staff. `lesson_opened` is sent when scheduled lessons open for a learner who can start them. `weekly_summary` is sent on Mondays at 7 a.m. in the organisation's time zone, if anything happened in the week before.
             * @enum {string}
             */
            event: "enrollment_created" | "course_published" | "lesson_opened" | "grade_posted" | "certificate_issued" | "discussion_reply" | "learner_enrolled" | "submission_received" | "order_paid" | "order_refunded" | "weekly_summary";
            /** @description Whether the notification is sent by email. */
            email: boolean;
            /** @description Whether the notification is sent by SMS, to users with a verified phone number. */
            sms: boolean;
        };
        /** @description The notifications that the organisation sends. */
        NotificationOrgSettings: {
            /** @description Sender name on the emails; null means the organisation's name. */
            sender_name: string | null;
            /**
             * Format: email
             * @description Email address for replies; null means the organisation's support email address.
             */
            reply_to: string | null;
            /** @description The setting for every event. */
            events: components["schemas"]["NotificationSetting"][];
        };
        /** @description How users are notified of an event. Unknown fields are rejected. */
        NotificationSettingWrite: {
            /**
             * @description What happened. The first six events are sent to learners, the others to staff. `weekly_summary` is sent on Mondays at 7 a.m. in the organisation's time zone, if anything happened in the week before.
             * @enum {string}
             */
            event: "enrollment_created" | "course_published" | "lesson_opened" | "grade_posted" | "certificate_issued" | "discussion_reply" | "learner_enrolled" | "submission_received" | "order_paid" | "order_refunded" | "weekly_summary";
            /** @description Whether the notification is sent by email. */
            email: boolean;
            /** @description Whether the notification is sent by SMS, to users with a verified phone number. */
            sms: boolean;
        };
        /** @description The notifications that the organisation sends. Replaces all of the settings. Unknown fields are rejected. */
        NotificationOrgSettingsWrite: {
            /**
             * @description Sender name on the emails; null means the organisation's name.
             * @default null
             */
            sender_name: string | null;
            /**
             * Format: email
             * @description Email address for replies; null means the organisation's support email address.
             * @default null
             */
            reply_to: string | null;
            /** @description Settings for events, each event at most once (otherwise 400 with code `duplicate`). Omitted events return to their defaults. */
            events: components["schemas"]["NotificationSettingWrite"][];
        };
        /** @description The notifications that the user wants to receive. */
        NotificationPreferences: {
            /** @description The setting for every event. */
            events: components["schemas"]["NotificationSetting"][];
        };
        /** @description How users are notified of an event. Omitted fields keep their values. Unknown fields are rejected. */
        NotificationSettingPatch: {
            /**
             * @description What happened. The first six events are sent to learners, the others to staff. `weekly_summary` is sent on Mondays at 7 a.m. in the organisation's time zone, if anything happened in the week before.
             * @enum {string}
             */
            event: "enrollment_created" | "course_published" | "lesson_opened" | "grade_posted" | "certificate_issued" | "discussion_reply" | "learner_enrolled" | "submission_received" | "order_paid" | "order_refunded" | "weekly_summary";
            /** @description Whether the notification is sent by email. */
            email?: boolean;
            /** @description Whether the notification is sent by SMS, to users with a verified phone number. */
            sms?: boolean;
        };
        /** @description Changes to the preferences. Unknown fields are rejected. */
        PatchedNotificationPreferences: {
            /** @description Settings for events, each event at most once (otherwise 400 with code `duplicate`). Omitted events keep their settings. */
            events: components["schemas"]["NotificationSettingPatch"][];
        };
        /**
         * @description A subscription. Unknown fields are rejected.
         * @example {
         *       "plan_id": "enterprise",
         *       "status": "active"
         *     }
         */
        QaSubscriptionWrite: {
            /** @description The plan. An unknown plan is rejected with 400 and code `unknown`. */
            plan_id: string;
            /**
             * @description While the status is `cancelled` or `expired`, API keys are rejected with code `subscription_inactive`.
             * @enum {string}
             */
            status: "trialing" | "active" | "past_due" | "cancelled" | "expired";
        };
        /**
         * @description A domain and its state. Unknown fields are rejected.
         * @example {
         *       "hostname": "learn.example.org",
         *       "status": "pending"
         *     }
         */
        QaDomainClaim: {
            /** @description A hostname of at least three labels, such as `learn.example.org`. Names in other scripts are stored as ASCII (RFC 5891). */
            hostname: string;
            /**
             * @description `pending`: the TXT record has not been seen yet. `verified`: the TXT record has been seen, and the organisation has the domain. `active`: the CNAME record also points here, so the domain works. `failed`: `check_error` gives the reason.
             * @enum {string}
             */
            status: "pending" | "verified" | "active" | "failed";
            /**
             * @description Whether the claim has expired. The next check then fails it, unless the organisation has already proved the domain and its TXT record is present.
             * @default false
             */
            expired: boolean;
        };
        /**
         * @description A course to create, or to replace an existing course with. Omitted fields take their default values. Unknown fields are rejected.
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
            /** @description Name that learners see. Must contain more than whitespace. */
            title: string;
            /** @description URL slug of the course, unique within the organisation. If omitted, it is generated from the title, with `-2`, `-3` and so on appended if that slug is taken. Sending a slug that another course uses returns 400 with code `taken`. */
            slug?: string;
            /**
             * @description Free-form: plain text, markdown, or a rich-text document as JSON. Stored as sent and never interpreted. At most 64 KiB as JSON.
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
             * @description `draft`: visible only to staff. `published`: open to learners according to its visibility; `published_at` is set at the first publication. `archived`: closed to new learners.
             * @default draft
             * @enum {string}
             */
            status: "draft" | "published" | "archived";
            /**
             * @description `public`: listed in discovery. `unlisted`: reachable only through its URL. `private`: by invitation or enrollment only.
             * @default public
             * @enum {string}
             */
            visibility: "public" | "unlisted" | "private";
            /**
             * @description How much the learner should already know.
             * @default all_levels
             * @enum {string}
             */
            level: "all_levels" | "beginner" | "intermediate" | "advanced";
            /**
             * @description School stage that the course is meant for.
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
             * @description Id from the catalog of categories: 1 Arts and design, 2 Business, 3 Computing, 4 Engineering, 5 Health and medicine, 6 Humanities, 7 Languages, 8 Law, 9 Lifestyle, 10 Marketing, 11 Mathematics, 12 Music, 13 Natural sciences, 14 Personal development, 15 Social sciences, 16 Sport and fitness, 17 Teaching, 18 Vocational training. Any other id returns 400 with code `unknown`.
             * @default null
             */
            category: number | null;
            /**
             * @description Time that the whole course takes, in minutes.
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
             * @description Headline of the sales page. If null, the title is shown.
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
             * @description IANA time zone of the course's dates and times. Default: the organisation's time zone.
             * @example Europe/Berlin
             */
            timezone?: string;
            /**
             * @description `open_ended`: access does not end. `duration`: access lasts `duration_days` from enrollment, and `duration_days` is required. `dates`: the course runs from `start_date` to `end_date`; both are required, and the start must not be after the end.
             * @default open_ended
             * @enum {string}
             */
            length_mode: "open_ended" | "duration" | "dates";
            /**
             * @description Days of access. Only with `length_mode: duration`: it is rejected if sent with another mode, and changing the mode clears it.
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
             * @description Last day, inclusive. Only with `length_mode: dates`: it is rejected if sent with another mode, and changing the mode clears it. YYYY-MM-DD, years 1900 to 2199, local to the course's time zone.
             * @default null
             */
            end_date: string | null;
            /**
             * @description What day 0 of lesson schedules is: the day of enrollment, the day the learner first opens the course, or the start of the course or of the cohort.
             * @default enrollment
             * @enum {string}
             */
            schedule_basis: "enrollment" | "first_access" | "course_start";
        };
        /**
         * @description Changes to a course. Omitted fields keep their values. Unknown fields are rejected.
         * @example {
         *       "status": "published"
         *     }
         */
        PatchedStudioCourse: {
            /** @description Name that learners see. Must contain more than whitespace. */
            title?: string;
            /** @description URL slug of the course, unique within the organisation. If omitted, it is generated from the title, with `-2`, `-3` and so on appended if that slug is taken. Sending a slug that another course uses returns 400 with code `taken`. */
            slug?: string;
            /** @description Free-form: plain text, markdown, or a rich-text document as JSON. Stored as sent and never interpreted. At most 64 KiB as JSON. */
            description?: string | {
                [key: string]: unknown;
            } | unknown[] | null;
            /**
             * Format: uri
             * @description Picture shown in lists.
             */
            thumbnail_url?: string | null;
            /**
             * @description `draft`: visible only to staff. `published`: open to learners according to its visibility; `published_at` is set at the first publication. `archived`: closed to new learners.
             * @enum {string}
             */
            status?: "draft" | "published" | "archived";
            /**
             * @description `public`: listed in discovery. `unlisted`: reachable only through its URL. `private`: by invitation or enrollment only.
             * @enum {string}
             */
            visibility?: "public" | "unlisted" | "private";
            /**
             * @description How much the learner should already know.
             * @enum {string}
             */
            level?: "all_levels" | "beginner" | "intermediate" | "advanced";
            /**
             * @description School stage that the course is meant for.
             * @enum {string}
             */
            grade_level?: "any" | "early_childhood" | "primary" | "lower_secondary" | "upper_secondary" | "higher_education" | "professional";
            /**
             * @description BCP 47 language tag, returned in canonical form. Default: the organisation's language.
             * @example en
             * @example pt-BR
             */
            language?: string;
            /** @description Id from the catalog of categories: 1 Arts and design, 2 Business, 3 Computing, 4 Engineering, 5 Health and medicine, 6 Humanities, 7 Languages, 8 Law, 9 Lifestyle, 10 Marketing, 11 Mathematics, 12 Music, 13 Natural sciences, 14 Personal development, 15 Social sciences, 16 Sport and fitness, 17 Teaching, 18 Vocational training. Any other id returns 400 with code `unknown`. */
            category?: number | null;
            /** @description Time that the whole course takes, in minutes. */
            estimated_duration_minutes?: number | null;
            /** @description Free-form blocks of the sales page, in order, as the page builder writes them. Stored as sent. At most 256 KiB as JSON. */
            sales_page_blocks?: unknown[] | {
                [key: string]: unknown;
            } | null;
            /** @description Headline of the sales page. If null, the title is shown. */
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
             * @description IANA time zone of the course's dates and times. Default: the organisation's time zone.
             * @example Europe/Berlin
             */
            timezone?: string;
            /**
             * @description `open_ended`: access does not end. `duration`: access lasts `duration_days` from enrollment, and `duration_days` is required. `dates`: the course runs from `start_date` to `end_date`; both are required, and the start must not be after the end.
             * @enum {string}
             */
            length_mode?: "open_ended" | "duration" | "dates";
            /** @description Days of access. Only with `length_mode: duration`: it is rejected if sent with another mode, and changing the mode clears it. */
            duration_days?: number | null;
            /**
             * Format: date
             * @description First day. Allowed in every length mode, required for `dates`. YYYY-MM-DD, years 1900 to 2199, local to the course's time zone.
             */
            start_date?: string | null;
            /**
             * Format: date
             * @description Last day, inclusive. Only with `length_mode: dates`: it is rejected if sent with another mode, and changing the mode clears it. YYYY-MM-DD, years 1900 to 2199, local to the course's time zone.
             */
            end_date?: string | null;
            /**
             * @description What day 0 of lesson schedules is: the day of enrollment, the day the learner first opens the course, or the start of the course or of the cohort.
             * @enum {string}
             */
            schedule_basis?: "enrollment" | "first_access" | "course_start";
        };
        /**
         * @description A chapter to create, or to replace an existing one with. Omitted fields take their defaults. Unknown fields are rejected.
         * @example {
         *       "title": "Pipes and filters",
         *       "is_published": true
         *     }
         */
        StudioChapterWrite: {
            /** @description Name that learners see. Must contain more than whitespace. */
            title: string;
            /** @description Position in the course, starting at 1 and always without gaps: inserting a chapter moves later ones back, and deleting one closes the gap. If omitted, the chapter is placed last on create and keeps its position on replace. A position beyond the end means last. */
            position?: number;
            /**
             * @description Whether learners see the chapter.
             * @default false
             */
            is_published: boolean;
            /**
             * @description Whether the chapter opens only when the previous chapter is completed.
             * @default false
             */
            requires_previous_chapter: boolean;
            /**
             * @description Whether the lessons open one after another, each when the previous one is completed.
             * @default false
             */
            sequential_lessons: boolean;
        };
        /**
         * @description Changes to a chapter. Omitted fields keep their values. Unknown fields are rejected.
         * @example {
         *       "position": 1
         *     }
         */
        PatchedStudioChapter: {
            /** @description Name that learners see. Must contain more than whitespace. */
            title?: string;
            /** @description Position in the course, starting at 1 and always without gaps: inserting a chapter moves later ones back, and deleting one closes the gap. If omitted, the chapter is placed last on create and keeps its position on replace. A position beyond the end means last. */
            position?: number;
            /** @description Whether learners see the chapter. */
            is_published?: boolean;
            /** @description Whether the chapter opens only when the previous chapter is completed. */
            requires_previous_chapter?: boolean;
            /** @description Whether the lessons open one after another, each when the previous one is completed. */
            sequential_lessons?: boolean;
        };
        /**
         * @description A lesson to create. Omitted fields take their defaults. Unknown fields are rejected.
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
            /** @description Name that learners see. Must contain more than whitespace. */
            title: string;
            /** @description Position in the chapter, starting at 1 and always without gaps: inserting a lesson moves later ones back, and deleting one closes the gap. If omitted on create, the lesson is placed last. A position beyond the end means last. */
            position?: number;
            /**
             * @description Whether learners see the lesson.
             * @default false
             */
            is_published: boolean;
            /**
             * @description Type of the lesson, which determines the rules for `content`. Changing the type without sending `content` clears the content.
             * @default lesson
             * @enum {string}
             */
            content_type: "quiz" | "lesson" | "video" | "document" | "assignment" | "embed";
            /** @default null */
            content: components["schemas"]["LessonContent"];
            /**
             * @description Whether the lesson is open to visitors who are not enrolled.
             * @default false
             */
            is_free_preview: boolean;
            /**
             * @description Day on which the lesson opens, counted in the course's calendar days from the schedule basis (day 0). Null: open from the start.
             * @default null
             */
            opens_day_offset: number | null;
            /**
             * @description Time on that day at which the lesson opens; null means 00:00. Requires `opens_day_offset`. Wall time HH:MM, 00:00 to 23:59, in the course's time zone.
             * @default null
             */
            opens_time: string | null;
            /**
             * @description Day on which the lesson closes. Null: never. The closing moment must be after the opening moment.
             * @default null
             */
            closes_day_offset: number | null;
            /**
             * @description Time on that day at which the lesson closes (it is closed from this moment on); null means 00:00. Requires `closes_day_offset`. Wall time HH:MM, 00:00 to 23:59, in the course's time zone.
             * @default null
             */
            closes_time: string | null;
            /**
             * @description Minutes for which a learner can view the lesson, counted from when that learner first opens it. Null: no limit.
             * @default null
             */
            view_window_minutes: number | null;
        };
        /**
         * @description Changes to a lesson. Omitted fields keep their values, except that `updated_at` is required. Unknown fields are rejected.
         * @example {
         *       "title": "What is a shell for?",
         *       "updated_at": "2026-11-20T09:30:00.123Z"
         *     }
         */
        PatchedStudioLesson: {
            /** @description Name that learners see. Must contain more than whitespace. */
            title?: string;
            /** @description Position in the chapter, starting at 1 and always without gaps: inserting a lesson moves later ones back, and deleting one closes the gap. If omitted on create, the lesson is placed last. A position beyond the end means last. */
            position?: number;
            /** @description Whether learners see the lesson. */
            is_published?: boolean;
            /**
             * @description Type of the lesson, which determines the rules for `content`. Changing the type without sending `content` clears the content.
             * @enum {string}
             */
            content_type?: "quiz" | "lesson" | "video" | "document" | "assignment" | "embed";
            content?: components["schemas"]["LessonContent"];
            /** @description Whether the lesson is open to visitors who are not enrolled. */
            is_free_preview?: boolean;
            /** @description Day on which the lesson opens, counted in the course's calendar days from the schedule basis (day 0). Null: open from the start. */
            opens_day_offset?: number | null;
            /** @description Time on that day at which the lesson opens; null means 00:00. Requires `opens_day_offset`. Wall time HH:MM, 00:00 to 23:59, in the course's time zone. */
            opens_time?: string | null;
            /** @description Day on which the lesson closes. Null: never. The closing moment must be after the opening moment. */
            closes_day_offset?: number | null;
            /** @description Time on that day at which the lesson closes (it is closed from this moment on); null means 00:00. Requires `closes_day_offset`. Wall time HH:MM, 00:00 to 23:59, in the course's time zone. */
            closes_time?: string | null;
            /** @description Minutes for which a learner can view the lesson, counted from when that learner first opens it. Null: no limit. */
            view_window_minutes?: number | null;
            /**
             * Format: date-time
             * @description The `updated_at` that was last read. A stale value returns 409 with code `stale_lesson`.
             */
            updated_at: string;
        };
        /** @description A course that the user opened recently. */
        RecentCourse: {
            course: components["schemas"]["CourseSummary"];
            /**
             * Format: date-time
             * @description When the user last opened the course.
             */
            touched_at: string;
        };
        /** @description One page of courses, most recently opened first. */
        RecentCourseList: {
            /** @description Total number of results on all pages. */
            count: number;
            /**
             * Format: uri
             * @description URL of the next page, null on the last page.
             */
            next: string | null;
            /**
             * Format: uri
             * @description URL of the previous page, null on the first page.
             */
            previous: string | null;
            /** @description The items, in order. */
            results: components["schemas"]["RecentCourse"][];
        };
        /** @description The price of enrolling in a course. */
        Price: {
            /** @description Amount in the smallest unit of the currency (cents). Null means free. */
            amount: number | null;
            /** @description ISO 4217 currency code. */
            currency: string;
            /** @description Whether anyone may enroll without paying: true if there is no amount or the amount is 0. */
            is_free: boolean;
        };
        /** @description The price of enrolling in a course. Unknown fields are rejected. */
        PriceWrite: {
            /** @description Amount in the smallest unit of the currency (cents). Null or 0 means free. */
            amount: number | null;
            /** @description ISO 4217 code. Defaults to the organisation's currency. */
            currency?: string;
        };
        /** @description A token that lets its holder see the course as a learner would. */
        PreviewToken: {
            /** @description Token to send as `token`, or as `preview_token` when enrolling. */
            token: string;
            /**
             * Format: uri
             * @description URL of the preview, for a QR code.
             */
            url: string;
            /**
             * Format: date-time
             * @description When the token expires, one hour after it was created.
             */
            expires_at: string;
        };
        /** @description A short form of a course, for learners. */
        CourseCard: {
            /**
             * Format: uuid
             * @description UUIDv7.
             */
            id: string;
            /** @description Name that learners see. Must contain more than whitespace. */
            title: string;
            /** @description URL slug of the course, unique within the organisation. If omitted, it is generated from the title, with `-2`, `-3` and so on appended if that slug is taken. Sending a slug that another course uses returns 400 with code `taken`. */
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
             * @description How much the learner should already know.
             * @enum {string}
             */
            level: "all_levels" | "beginner" | "intermediate" | "advanced";
            /**
             * @description School stage that the course is meant for.
             * @enum {string}
             */
            grade_level: "any" | "early_childhood" | "primary" | "lower_secondary" | "upper_secondary" | "higher_education" | "professional";
            /** @description Id from the catalog of categories: 1 Arts and design, 2 Business, 3 Computing, 4 Engineering, 5 Health and medicine, 6 Humanities, 7 Languages, 8 Law, 9 Lifestyle, 10 Marketing, 11 Mathematics, 12 Music, 13 Natural sciences, 14 Personal development, 15 Social sciences, 16 Sport and fitness, 17 Teaching, 18 Vocational training. Any other id returns 400 with code `unknown`. */
            category: number | null;
            /** @description Time that the whole course takes, in minutes. */
            estimated_duration_minutes: number | null;
            /** @description Headline of the sales page. If null, the title is shown. */
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
             * @description The chapter that the lesson belongs to.
             */
            chapter_id: string;
            /** @description Name that learners see. Must contain more than whitespace. */
            title: string;
            /** @description Position in the chapter, starting at 1 and always without gaps: inserting a lesson moves later ones back, and deleting one closes the gap. If omitted on create, the lesson is placed last. A position beyond the end means last. */
            position: number;
            /**
             * @description Type of the lesson, which determines the rules for `content`. Changing the type without sending `content` clears the content.
             * @enum {string}
             */
            content_type: "quiz" | "lesson" | "video" | "document" | "assignment" | "embed";
            /** @description Whether learners see the lesson. */
            is_published: boolean;
            /** @description Whether the lesson is open to visitors who are not enrolled. */
            is_free_preview: boolean;
            /**
             * @description How far the learner has progressed in the lesson.
             * @enum {string}
             */
            state: "not_started" | "in_progress" | "completed";
            /**
             * @description Why the learner cannot open the lesson or chapter; null if they can.
             * @enum {string|null}
             */
            lock_reason: "not_enrolled" | "not_yet_open" | "closed" | "view_window_over" | "previous_chapter" | "previous_lesson" | "expired" | "unpublished" | null;
            /**
             * Format: date-time
             * @description When the lesson opens or opened for this learner; null if it is always open, or if the time is not known until the learner begins.
             */
            opens_at: string | null;
            /**
             * Format: date-time
             * @description When the lesson closes for this learner; null if it never closes, or if the time is not known yet.
             */
            closes_at: string | null;
        };
        /** @description One page of lessons, in course order. */
        CurriculumLessonList: {
            /** @description Total number of results on all pages. */
            count: number;
            /**
             * Format: uri
             * @description URL of the next page, null on the last page.
             */
            next: string | null;
            /**
             * Format: uri
             * @description URL of the previous page, null on the first page.
             */
            previous: string | null;
            /** @description The items, in order. */
            results: components["schemas"]["CurriculumLesson"][];
        };
        /** @description A chapter in the outline. */
        CurriculumChapter: {
            /**
             * Format: uuid
             * @description UUIDv7.
             */
            id: string;
            /** @description Name that learners see. Must contain more than whitespace. */
            title: string;
            /** @description Position in the course, starting at 1 and always without gaps: inserting a chapter moves later ones back, and deleting one closes the gap. If omitted, the chapter is placed last on create and keeps its position on replace. A position beyond the end means last. */
            position: number;
            /** @description Whether learners see the chapter. */
            is_published: boolean;
            /** @description Number of lessons in the chapter that this user can see. */
            lesson_count: number;
            /** @description Number of those lessons that the learner has completed. */
            completed_lessons: number;
            /** @description Percentage of the chapter's lessons that are completed, from 0 to 100. Rounded down to two decimals, so that 100 means all of them; 0 if there is nothing to complete. */
            percent: number;
            /**
             * @description Why the learner cannot open the lesson or chapter; null if they can.
             * @enum {string|null}
             */
            lock_reason: "not_enrolled" | "not_yet_open" | "closed" | "view_window_over" | "previous_chapter" | "previous_lesson" | "expired" | "unpublished" | null;
        };
        /** @description The outline of a course, as this user sees it. */
        Curriculum: {
            course: components["schemas"]["CourseCard"];
            /** @description Whether the user is currently enrolled in the course. */
            is_enrolled: boolean;
            /**
             * Format: uuid
             * @description ID of the user's enrollment.
             */
            enrollment_id: string | null;
            /** @description Percentage of the lessons that are completed, from 0 to 100. Rounded down to two decimals, so that 100 means all of them; 0 if there is nothing to complete. */
            percent: number;
            /** @description Number of lessons that this user can see. */
            lesson_count: number;
            /** @description Number of those lessons that are completed. */
            completed_lessons: number;
            /** @description All chapters that this user can see, in order. */
            chapters: components["schemas"]["CurriculumChapter"][];
            lessons: components["schemas"]["CurriculumLessonList"];
        };
        /** @description A course as a learner would see it on a phone. */
        PhonePreview: {
            course: components["schemas"]["CourseCard"];
            /** @description Free-form: plain text, markdown, or a rich-text document as JSON. Stored as sent and never interpreted. At most 64 KiB as JSON. */
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
        /** @description The complete order. Unknown fields are rejected. */
        Order: {
            /** @description Every ID exactly once. A missing, foreign or repeated ID returns 400 on `ids` with code `incomplete`, and nothing is moved. */
            ids: string[];
        };
        /** @description Whether to publish the chapter. Unknown fields are rejected. */
        ChapterPublication: {
            /**
             * @description False unpublishes the chapter.
             * @default true
             */
            is_published: boolean;
            /**
             * @description Whether to publish the chapter's lessons with it. Unpublishing a chapter leaves its lessons as they are.
             * @default false
             */
            include_lessons: boolean;
        };
        /** @description What learners now see of the chapter. */
        ChapterPublished: {
            chapter: components["schemas"]["Chapter"];
            /** @description Number of lessons in the chapter that learners now see. */
            visible_lessons: number;
            /** @description Number of lessons in the chapter that learners do not see. */
            hidden_lessons: number;
            /** @description Whether the course is published. Until it is, learners see none of it. */
            course_is_published: boolean;
        };
        /** @description A question without its answer key. */
        PaperQuestion: {
            /** @description Identifies the question in answers. */
            id: string;
            /**
             * @description Type of the question.
             * @enum {string}
             */
            type: "single" | "multiple" | "true_false" | "short_text" | "numeric" | "essay" | "matching" | "ordering";
            /** @description The question text, in markdown. */
            prompt: string;
            /** @description Points for a fully correct answer. */
            points: number;
            /** @description Choices to select from, or items to put in order; empty for other types of question. Each attempt has its own order if the quiz says so, and always for `ordering`. */
            choices: components["schemas"]["QuizChoice"][];
            /** @description The fixed sides of a matching question; `id` is the ID of the pair. */
            lefts: components["schemas"]["QuizChoice"][];
            /** @description The sides of a matching question to choose from, shuffled. */
            rights: string[];
            /** @description Unit shown beside the field of a numeric answer. */
            unit: string | null;
            /** @description Minimum number of words in an essay. */
            min_words: number | null;
            /** @description Maximum number of words in an essay. */
            max_words: number | null;
        };
        /** @description A quiz as a learner sees it. */
        QuizPaper: {
            /** @description Shown before the first question, in markdown. */
            instructions: string | null;
            /** @description Questions, in the order of the running attempt, or as written if no attempt is running. */
            questions: components["schemas"]["PaperQuestion"][];
            /** @description Number of attempts that a learner has; null: no limit. */
            max_attempts: number | null;
            /** @description Minutes for one attempt; null: no limit. */
            time_limit_minutes: number | null;
            /** @description Minimum percentage of the points needed to pass. */
            passing_score_percent: number;
            /**
             * @description When learners can see the correct answers.
             * @default after_attempt
             * @enum {string}
             */
            show_answers: "after_attempt" | "after_passing" | "never";
        };
        /** @description A stored file that the content refers to. */
        LessonFile: {
            /**
             * Format: uuid
             * @description ID of the media object or document in the content.
             */
            id: string;
            /**
             * Format: uri
             * @description URL at which the file can be read until the URL expires. Range requests are supported.
             */
            url: string;
            /** @description Media type of the file. */
            content_type: string;
            /** @description Name of the file. */
            file_name: string;
            /**
             * Format: date-time
             * @description When the URL expires, one hour after it was created.
             */
            expires_at: string;
        };
        /** @description A lesson, as this user sees it. Staff see the content as it was written. Learners see it without answer keys, solutions and notes for graders, and do not see it at all while the lesson is locked. */
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
            /** @description Name that learners see. Must contain more than whitespace. */
            title: string;
            /** @description Position in the chapter, starting at 1 and always without gaps: inserting a lesson moves later ones back, and deleting one closes the gap. If omitted on create, the lesson is placed last. A position beyond the end means last. */
            position: number;
            /** @description Whether learners see the lesson. */
            is_published: boolean;
            /**
             * @description Type of the lesson, which determines the rules for `content`. Changing the type without sending `content` clears the content.
             * @enum {string}
             */
            content_type: "quiz" | "lesson" | "video" | "document" | "assignment" | "embed";
            /** @description Null while the lesson is locked, or if it has no content yet. */
            content: components["schemas"]["LessonContent"] | components["schemas"]["QuizPaper"];
            /** @description Whether the lesson is open to visitors who are not enrolled. */
            is_free_preview: boolean;
            /** @description Day on which the lesson opens, counted in the course's calendar days from the schedule basis (day 0). Null: open from the start. */
            opens_day_offset: number | null;
            /** @description Time on that day at which the lesson opens; null means 00:00. Requires `opens_day_offset`. Wall time HH:MM, 00:00 to 23:59, in the course's time zone. */
            opens_time: string | null;
            /** @description Day on which the lesson closes. Null: never. The closing moment must be after the opening moment. */
            closes_day_offset: number | null;
            /** @description Time on that day at which the lesson closes (it is closed from this moment on); null means 00:00. Requires `closes_day_offset`. Wall time HH:MM, 00:00 to 23:59, in the course's time zone. */
            closes_time: string | null;
            /** @description Minutes for which a learner can view the lesson, counted from when that learner first opens it. Null: no limit. */
            view_window_minutes: number | null;
            /**
             * Format: date-time
             * @description When it was created.
             */
            created_at: string;
            /**
             * Format: date-time
             * @description When the lesson was last changed, to the millisecond. It strictly increases with every change to the row, including a move caused by a neighboring lesson, and it is the token for the next PATCH.
             */
            updated_at: string;
            /**
             * @description How far the learner has progressed in the lesson.
             * @enum {string}
             */
            state: "not_started" | "in_progress" | "completed";
            /**
             * @description Why the learner cannot open the lesson or chapter; null if they can.
             * @enum {string|null}
             */
            lock_reason: "not_enrolled" | "not_yet_open" | "closed" | "view_window_over" | "previous_chapter" | "previous_lesson" | "expired" | "unpublished" | null;
            /**
             * Format: date-time
             * @description When the lesson opens or opened for this learner; null if it is always open, or if the time is not known until the learner begins.
             */
            opens_at: string | null;
            /**
             * Format: date-time
             * @description When the lesson closes for this learner; null if it never closes, or if the time is not known yet.
             */
            closes_at: string | null;
            /** @description URLs of the stored files that the content refers to. */
            files: components["schemas"]["LessonFile"][];
        };
        /** @description Where to move the lesson. Unknown fields are rejected. */
        LessonMove: {
            /**
             * Format: uuid
             * @description The target chapter, in the same course. An unknown chapter returns 400 with code `unknown`.
             */
            chapter_id: string;
            /** @description Position in that chapter, starting at 1. Last if omitted or beyond the end. */
            position?: number;
            /**
             * Format: date-time
             * @description The `updated_at` that was last read. A stale value returns 409 with code `stale_lesson`.
             */
            updated_at: string;
        };
        /** @description When the lesson opens and closes. Omitted fields keep their values. Unknown fields are rejected. */
        PatchedLessonSchedule: {
            /** @description Day on which the lesson opens, counted in the course's calendar days from the schedule basis (day 0). Null: open from the start. */
            opens_day_offset?: number | null;
            /** @description Time on that day at which the lesson opens; null means 00:00. Requires `opens_day_offset`. Wall time HH:MM, 00:00 to 23:59, in the course's time zone. */
            opens_time?: string | null;
            /** @description Day on which the lesson closes. Null: never. The closing moment must be after the opening moment. */
            closes_day_offset?: number | null;
            /** @description Time on that day at which the lesson closes (it is closed from this moment on); null means 00:00. Requires `closes_day_offset`. Wall time HH:MM, 00:00 to 23:59, in the course's time zone. */
            closes_time?: string | null;
            /** @description Minutes for which a learner can view the lesson, counted from when that learner first opens it. Null: no limit. */
            view_window_minutes?: number | null;
            /**
             * Format: date-time
             * @description The `updated_at` that was last read. A stale value returns 409 with code `stale_lesson`.
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
             * @description The chapter that the lesson belongs to.
             */
            chapter_id: string;
            /** @description Name that learners see. Must contain more than whitespace. */
            title: string;
            /**
             * @description Day on which the lesson opens, counted in the course's calendar days from the schedule basis (day 0). Null: open from the start.
             * @default null
             */
            opens_day_offset: number | null;
            /**
             * @description Time on that day at which the lesson opens; null means 00:00. Requires `opens_day_offset`. Wall time HH:MM, 00:00 to 23:59, in the course's time zone.
             * @default null
             */
            opens_time: string | null;
            /**
             * @description Day on which the lesson closes. Null: never. The closing moment must be after the opening moment.
             * @default null
             */
            closes_day_offset: number | null;
            /**
             * @description Time on that day at which the lesson closes (it is closed from this moment on); null means 00:00. Requires `closes_day_offset`. Wall time HH:MM, 00:00 to 23:59, in the course's time zone.
             * @default null
             */
            closes_time: string | null;
            /**
             * @description Minutes for which a learner can view the lesson, counted from when that learner first opens it. Null: no limit.
             * @default null
             */
            view_window_minutes: number | null;
            /**
             * Format: date-time
             * @description When the lesson opens, counted from day 0 of this schedule; null if it is always open, or if the schedule has no day 0.
             */
            opens_at: string | null;
            /**
             * Format: date-time
             * @description When the lesson closes; null if it never closes, or if the schedule has no day 0.
             */
            closes_at: string | null;
            /**
             * Format: date-time
             * @description When the lesson was last changed, to the millisecond. It strictly increases with every change to the row, including a move caused by a neighboring lesson, and it is the token for the next PATCH.
             */
            updated_at: string;
        };
        /** @description One page of lessons, in course order. */
        ScheduledLessonList: {
            /** @description Total number of results on all pages. */
            count: number;
            /**
             * Format: uri
             * @description URL of the next page, null on the last page.
             */
            next: string | null;
            /**
             * Format: uri
             * @description URL of the previous page, null on the first page.
             */
            previous: string | null;
            /** @description The items, in order. */
            results: components["schemas"]["ScheduledLesson"][];
        };
        /** @description The schedule of a course. */
        CourseSchedule: {
            /**
             * @description IANA time zone of the course's dates and times. Default: the organisation's time zone.
             * @example Europe/Berlin
             */
            timezone: string;
            /**
             * @description What day 0 of lesson schedules is: the day of enrollment, the day the learner first opens the course, or the start of the course or of the cohort.
             * @enum {string}
             */
            schedule_basis: "enrollment" | "first_access" | "course_start";
            /**
             * Format: date
             * @description The day that counts as day 0: `day_zero` from the request, or else the start of the course if the schedule is based on it.
             */
            day_zero: string | null;
            /**
             * Format: date
             * @description First day. Allowed in every length mode, required for `dates`. YYYY-MM-DD, years 1900 to 2199, local to the course's time zone.
             */
            start_date: string | null;
            /**
             * Format: date
             * @description Last day, inclusive. Only with `length_mode: dates`: it is rejected if sent with another mode, and changing the mode clears it. YYYY-MM-DD, years 1900 to 2199, local to the course's time zone.
             */
            end_date: string | null;
            lessons: components["schemas"]["ScheduledLessonList"];
        };
        /**
         * @description How far to shift the schedule. Send exactly one of the two fields. Unknown fields are rejected.
         * @example {
         *       "days": 7
         *     }
         */
        ScheduleShift: {
            /** @description Number of days to shift the schedule later, or earlier if negative. */
            days?: number;
            /**
             * Format: date
             * @description The new first day of the course.
             */
            start_date?: string;
        };
        /** @description A part of a video that was played. Unknown fields are rejected. */
        SecondsRange: {
            /** @description Start of the part, in seconds from the beginning of the video. */
            from: number;
            /** @description End of the part, in seconds from the beginning of the video. Must not be before `from`. */
            to: number;
        };
        /** @description The answer to one question. Only the field that fits the type of the question is read. Unknown fields are rejected. */
        QuizAnswer: {
            /** @description ID of the question. */
            question_id: string;
            /** @description For `single`, one choice; for `multiple`, the selected choices; for `ordering`, all choices in order. */
            choice_ids?: string[];
            /** @description The answer to a `true_false` question. */
            is_true?: boolean;
            /** @description The answer to a `short_text` or `essay` question. */
            text?: string;
            /** @description The answer to a `numeric` question. */
            number?: number;
            /** @description The answer to a `matching` question. */
            pairs?: components["schemas"]["PairAnswer"][];
        };
        /** @description The match chosen for a left side. Unknown fields are rejected. */
        PairAnswer: {
            /** @description ID of the pair. */
            id: string;
            /** @description The right side that was chosen. */
            right: string;
        };
        /** @description The work to submit, of the kinds that the assignment asks for. Unknown fields are rejected. */
        SubmissionWrite: {
            /** @description Text, in markdown. */
            text?: string;
            /**
             * Format: uri
             * @description A URL, https only.
             */
            url?: string;
            /** @description IDs of the uploads to submit. */
            upload_ids?: string[];
        };
        /** @description What the learner did. Unknown fields are rejected. */
        LessonProgressWrite: {
            /**
             * @description Use `read` for `lesson`, `watched` for `video`, `quiz_...` for `quiz` and `assignment_submitted` for `assignment`. For another type of lesson, the event returns 400 with code `not_allowed`.
             * @enum {string}
             */
            event: "opened" | "read" | "watched" | "quiz_started" | "quiz_answered" | "quiz_submitted" | "assignment_submitted";
            /**
             * @description Seconds spent since the last report, capped at the time that has actually passed.
             * @default 0
             */
            seconds_spent: number;
            /**
             * @description With `watched`: the parts played since the last report.
             * @default []
             */
            watched_ranges: components["schemas"]["SecondsRange"][];
            /** @description With `watched`: the current position of the player. */
            position_seconds?: number;
            /** @description With `watched`: the length of the video as reported by the player. Needed if the content does not state it. */
            duration_seconds?: number;
            /**
             * Format: uuid
             * @description With `quiz_answered` and `quiz_submitted`: ID of the attempt.
             */
            attempt_id?: string;
            /**
             * @description With `quiz_answered` and `quiz_submitted`: the answers so far. They replace earlier answers to the same questions.
             * @default []
             */
            answers: components["schemas"]["QuizAnswer"][];
            submission?: components["schemas"]["SubmissionWrite"];
        };
        /** @description The result of one question. */
        QuestionResult: {
            /** @description ID of the question. */
            question_id: string;
            /** @description Points awarded; null while a person must still grade the answer. */
            points: number | null;
            /** @description Points for a fully correct answer. */
            max_points: number;
            /** @description Whether the answer is fully correct; null while a person must still grade it. */
            is_correct: boolean | null;
            correct_answer: components["schemas"]["CorrectAnswer"] | null;
            /** @description Explanation, shown where answers are shown. */
            explanation: string | null;
        };
        /** @description The correct answer, if the quiz shows it. */
        CorrectAnswer: {
            /** @description The correct choices; for `ordering`, in the correct order. */
            choice_ids: string[];
            /** @description The answer to a `true_false` question. */
            is_true: boolean | null;
            /** @description The accepted answers to a `short_text` question. */
            texts: string[];
            /** @description The answer to a `numeric` question. */
            number: number | null;
            /** @description The answer to a `matching` question. */
            pairs: components["schemas"]["CorrectPair"][];
        };
        /** @description A left side and the right side it is paired with. */
        CorrectPair: {
            /** @description ID of the pair. */
            id: string;
            /** @description The right side of the pair. */
            right: string;
        };
        /** @description One attempt at a quiz. */
        QuizAttempt: {
            /**
             * Format: uuid
             * @description UUIDv7.
             */
            id: string;
            /** @description Sequence number, starting at 1. */
            number: number;
            /**
             * @description `expired`: the time ran out; the answers given until then count.
             * @enum {string}
             */
            state: "running" | "submitted" | "expired";
            /**
             * Format: date-time
             * @description Start time.
             */
            started_at: string;
            /**
             * Format: date-time
             * @description When the time for the attempt is over: at the end of the time limit, or when the lesson closes for the learner or the enrollment ends, if that is sooner. Null if there is no limit.
             */
            due_at: string | null;
            /**
             * Format: date-time
             * @description When the attempt was submitted or ran out of time.
             */
            submitted_at: string | null;
            /** @description The questions, in the order of this attempt. */
            questions: components["schemas"]["PaperQuestion"][];
            /** @description The answers given. */
            answers: components["schemas"]["GivenAnswer"][];
            /** @description Points awarded so far; null while the attempt is running. */
            score_points: number | null;
            /** @description Total points of all questions. */
            max_points: number;
            /** @description Percentage of the points awarded, rounded down to two decimals so that a score is never rounded up to the passing score; 100 if there are no points to award; null while the attempt is running. */
            score_percent: number | null;
            /** @description Whether the score passes; null while the attempt is running, or if the outcome depends on answers that a person must still grade. */
            is_passed: boolean | null;
            /** @description Whether a person must grade part of the attempt. */
            needs_grading: boolean;
            /** @description The result of each question, once the attempt is submitted and if the quiz currently shows answers. When staff hide the answers, they are hidden for earlier attempts too. */
            results: components["schemas"]["QuestionResult"][] | null;
        };
        /** @description An answer as it was given. */
        GivenAnswer: {
            /** @description ID of the question. */
            question_id: string;
            /** @description IDs of the choices given. */
            choice_ids: string[];
            /** @description The answer to a `true_false` question. */
            is_true: boolean | null;
            /** @description The text given. */
            text: string | null;
            /** @description The number given. */
            number: number | null;
            /** @description The pairs given. */
            pairs: components["schemas"]["CorrectPair"][];
        };
        /** @description A submission for an assignment. */
        Submission: {
            /**
             * Format: uuid
             * @description UUIDv7.
             */
            id: string;
            /** @description Sequence number, starting at 1. */
            number: number;
            /** @description The submitted text. */
            text: string | null;
            /**
             * Format: uri
             * @description The submitted URL.
             */
            url: string | null;
            /** @description The submitted files. */
            files: components["schemas"]["LessonFile"][];
            /** @description Whether the work was submitted after it was due. */
            is_late: boolean;
            /**
             * Format: date-time
             * @description When the work was submitted.
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
             * @description How far the learner has progressed in the lesson.
             * @enum {string}
             */
            state: "not_started" | "in_progress" | "completed";
            /**
             * @description Why the learner cannot open the lesson or chapter; null if they can.
             * @enum {string|null}
             */
            lock_reason: "not_enrolled" | "not_yet_open" | "closed" | "view_window_over" | "previous_chapter" | "previous_lesson" | "expired" | "unpublished" | null;
            /**
             * Format: date-time
             * @description When the learner first opened the lesson.
             */
            first_opened_at: string | null;
            /**
             * Format: date-time
             * @description When the view window ends; null if there is no window, or if the lesson has not been opened yet.
             */
            view_until: string | null;
            /**
             * Format: date-time
             * @description When the lesson was completed.
             */
            completed_at: string | null;
            /** @description Time spent on the lesson, in seconds. */
            seconds_spent: number;
            /** @description Position at which the learner left the video, in seconds. */
            position_seconds: number | null;
            /** @description Percentage of the video that was played, counting each part once. */
            watched_percent: number | null;
            /** @description The most recent attempts at a quiz, newest first. */
            attempts: components["schemas"]["QuizAttempt"][];
            /** @description Number of attempts the learner has left; null if attempts are unlimited, or if the lesson is not a quiz. */
            attempts_left: number | null;
            /** @description Best score of all attempts. */
            best_score_percent: number | null;
            /** @description The most recent submissions, newest first. */
            submissions: components["schemas"]["Submission"][];
            /** @description Percentage of the chapter that is completed, from 0 to 100. Rounded down to two decimals, so that 100 means all of it; 0 if there is nothing to complete. */
            chapter_percent: number;
            /** @description Percentage of the course that is completed, from 0 to 100. Rounded down to two decimals, so that 100 means all of it; 0 if there is nothing to complete. */
            course_percent: number;
        };
        /** @description An error, in the format of RFC 9457, with the lock if there is one. */
        LockedLessonProblem: {
            /**
             * Format: uri-reference
             * @description URL of a page that explains the code.
             */
            type: string;
            /** @description The meaning of the code, in words. */
            title: string;
            /** @description The HTTP status. */
            status: number;
            /** @description What went wrong in this particular request. */
            detail: string;
            /** @description Machine-readable cause. The page at the `type` URL lists all codes. */
            code: string;
            /** @description The X-Request-Id of this response, to quote when contacting support. */
            request_id: string;
            /**
             * @description With `lesson_locked`: why the lesson is locked.
             * @enum {string}
             */
            lock_reason?: "not_enrolled" | "not_yet_open" | "closed" | "view_window_over" | "previous_chapter" | "previous_lesson" | "expired" | "unpublished";
            /**
             * Format: date-time
             * @description With `lesson_locked`: when the lesson opens, if that is known.
             */
            opens_at?: string | null;
        };
        /** @description What the texts should say. Unknown fields are rejected. */
        LandingCopyRequest: {
            /** @description Who the course is for. */
            audience?: string;
            /**
             * @description How the texts should sound.
             * @default neutral
             * @enum {string}
             */
            tone: "neutral" | "friendly" | "professional" | "enthusiastic";
            /** @description BCP 47 tag. Defaults to the course's language. */
            language?: string;
        };
        /** @description Texts for the landing page, to be edited and saved with the course. */
        LandingCopy: {
            /** @description Headline. */
            landing_title: string;
            /** @description Text below the headline. */
            subtitle: string;
            /** @description The items, in order. */
            benefits: string[];
            /** @description Title for search engines. */
            meta_title: string;
            /** @description Description for search engines. */
            meta_description: string;
        };
        /** @description An image for the top of the landing page. */
        HeroImage: {
            /**
             * Format: uuid
             * @description UUIDv7.
             */
            id: string;
            /**
             * Format: uri
             * @description Public URL of the image.
             */
            url: string;
            /** @description In pixels. */
            width: number;
            /** @description In pixels. */
            height: number;
            /**
             * @description Where the image comes from.
             * @enum {string}
             */
            source: "generated" | "imported" | "uploaded";
            /** @description Whether the landing page shows the image. */
            is_selected: boolean;
            /**
             * Format: date-time
             * @description When the image was added.
             */
            created_at: string;
        };
        /** @description One page of images, newest first. */
        HeroImageList: {
            /** @description Total number of results on all pages. */
            count: number;
            /**
             * Format: uri
             * @description URL of the next page, null on the last page.
             */
            next: string | null;
            /**
             * Format: uri
             * @description URL of the previous page, null on the first page.
             */
            previous: string | null;
            /** @description The items, in order. */
            results: components["schemas"]["HeroImage"][];
        };
        /** @description What the image should show. Unknown fields are rejected. */
        HeroPrompt: {
            /** @description Description of the image, in words. */
            prompt: string;
        };
        /** @description Where to fetch the image. Unknown fields are rejected. */
        HeroImport: {
            /**
             * Format: uri
             * @description Public URL, https only.
             */
            url: string;
        };
        /** @description The image. Unknown fields are rejected. */
        HeroUpload: {
            /**
             * Format: binary
             * @description PNG, JPEG or WebP, identified by its content. Any other content returns 400 on `file` with code `not_an_image`; more than 10 MiB or 50 million pixels returns 400 with code `too_large`.
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
            /** @description Name of the cohort. */
            name: string;
        };
        /** @description The lesson to continue with. */
        NextLesson: {
            /**
             * Format: uuid
             * @description The chapter that the lesson belongs to.
             */
            chapter_id: string;
            /**
             * Format: uuid
             * @description The lesson.
             */
            lesson_id: string;
            /** @description Name that learners see. Must contain more than whitespace. */
            title: string;
        };
        /** @description An enrollment in a course. */
        Enrollment: {
            /**
             * Format: uuid
             * @description UUIDv7.
             */
            id: string;
            course: components["schemas"]["CourseCard"];
            /**
             * @description State of the enrollment.
             * @enum {string}
             */
            state: "active" | "completed" | "expired" | "revoked";
            /**
             * @description How the learner was enrolled.
             * @enum {string}
             */
            source: "free" | "creator" | "preview" | "purchase" | "code" | "subscription";
            /** @description Percentage of the lessons that are completed, from 0 to 100. Rounded down to two decimals, so that 100 means all of them; 0 if there is nothing to complete. */
            percent: number;
            cohort: components["schemas"]["CohortReference"] | null;
            /**
             * Format: date-time
             * @description When the learner enrolled.
             */
            enrolled_at: string;
            /**
             * Format: date-time
             * @description When access ends; null if it never ends.
             */
            expires_at: string | null;
            /**
             * Format: date-time
             * @description When the learner first opened the course.
             */
            first_access_at: string | null;
            /**
             * Format: date-time
             * @description When the learner was last active in the course.
             */
            last_activity_at: string | null;
            /**
             * Format: date-time
             * @description When all lessons were completed. Lessons added later do not change it.
             */
            completed_at: string | null;
        };
        /** @description One page of enrollments. */
        EnrollmentList: {
            /** @description Total number of results on all pages. */
            count: number;
            /**
             * Format: uri
             * @description URL of the next page, null on the last page.
             */
            next: string | null;
            /**
             * Format: uri
             * @description URL of the previous page, null on the first page.
             */
            previous: string | null;
            /** @description The items, in order. */
            results: components["schemas"]["Enrollment"][];
        };
        /** @description Who to enroll, and how. An empty object enrolls the caller. Unknown fields are rejected. */
        EnrollmentWrite: {
            /**
             * Format: uuid
             * @description ID of the member of the organisation to enroll. For staff only.
             */
            user_id?: string;
            /**
             * Format: email
             * @description Email address of the member to enroll, instead of `user_id`. For staff only.
             */
            email?: string;
            /**
             * Format: date-time
             * @description When access ends. For staff only. Null means never; if omitted, the length of the course applies.
             */
            expires_at?: string | null;
            /**
             * Format: uuid
             * @description The cohort to join. For staff only.
             */
            cohort_id?: string;
            /** @description Gives access to a course that is not published yet, for an hour. */
            preview_token?: string;
        };
        /** @description A member of the organisation. */
        Person: {
            /**
             * Format: uuid
             * @description UUIDv7.
             */
            id: string;
            /** @description The member's name. */
            name: string;
            /**
             * Format: email
             * @description The member's email address.
             */
            email: string;
        };
        /** @description A learner in the course. */
        Learner: {
            /**
             * Format: uuid
             * @description ID of the user's enrollment.
             */
            enrollment_id: string;
            user: components["schemas"]["Person"];
            /**
             * @description State of the enrollment.
             * @enum {string}
             */
            state: "active" | "completed" | "expired" | "revoked";
            /**
             * @description How the learner was enrolled.
             * @enum {string}
             */
            source: "free" | "creator" | "preview" | "purchase" | "code" | "subscription";
            /** @description Percentage of the lessons that are completed, from 0 to 100. Rounded down to two decimals, so that 100 means all of them; 0 if there is nothing to complete. */
            percent: number;
            /** @description Number of lessons that the learner has completed. */
            completed_lessons: number;
            cohort: components["schemas"]["CohortReference"] | null;
            /**
             * Format: date-time
             * @description When the learner enrolled.
             */
            enrolled_at: string;
            /**
             * Format: date-time
             * @description When access ends; null if it never ends.
             */
            expires_at: string | null;
            /**
             * Format: date-time
             * @description When the learner was last active in the course.
             */
            last_activity_at: string | null;
            /**
             * Format: date-time
             * @description When all lessons were completed. Lessons added later do not change it.
             */
            completed_at: string | null;
        };
        /** @description One page of learners. */
        LearnerList: {
            /** @description Total number of results on all pages. */
            count: number;
            /**
             * Format: uri
             * @description URL of the next page, null on the last page.
             */
            next: string | null;
            /**
             * Format: uri
             * @description URL of the previous page, null on the first page.
             */
            previous: string | null;
            /** @description The items, in order. */
            results: components["schemas"]["Learner"][];
        };
        /** @description A code to print and hand over. It is shown only once. */
        CredentialCard: {
            /** @description Code with which the learner sets a new password. */
            card_code: string;
            /**
             * Format: date-time
             * @description When the code expires.
             */
            expires_at: string;
        };
        /** @description A cohort of learners within a course. */
        Cohort: {
            /**
             * Format: uuid
             * @description UUIDv7.
             */
            id: string;
            /** @description Name of the cohort, unique within the course. A name already in use returns 409 with code `cohort_name_taken`. */
            name: string;
            /**
             * @description Status of the cohort. An inactive or archived cohort gives no access of its own; nothing is deleted.
             * @enum {string}
             */
            status: "active" | "inactive" | "archived";
            /**
             * Format: date
             * @description Day 0 of the schedule for the cohort's members, if the course's schedule counts from the start of the course.
             */
            starts_on: string | null;
            /**
             * Format: date
             * @description Last day of the cohort. After it, the cohort counts as inactive.
             */
            ends_on: string | null;
            /** @description Maximum number of members; null means no limit. A value below the current number of members returns 400 with code `below_members`. */
            seat_limit: number | null;
            /** @description Number of members. */
            member_count: number;
            /**
             * Format: date-time
             * @description When it was created.
             */
            created_at: string;
        };
        /** @description One page of cohorts, newest first. */
        CohortList: {
            /** @description Total number of results on all pages. */
            count: number;
            /**
             * Format: uri
             * @description URL of the next page, null on the last page.
             */
            next: string | null;
            /**
             * Format: uri
             * @description URL of the previous page, null on the first page.
             */
            previous: string | null;
            /** @description The items, in order. */
            results: components["schemas"]["Cohort"][];
        };
        /** @description A cohort to create. Unknown fields are rejected. */
        CohortWrite: {
            /** @description Name of the cohort, unique within the course. A name already in use returns 409 with code `cohort_name_taken`. */
            name: string;
            /**
             * @description Status of the cohort. An inactive or archived cohort gives no access of its own; nothing is deleted.
             * @default active
             * @enum {string}
             */
            status: "active" | "inactive" | "archived";
            /**
             * Format: date
             * @description Day 0 of the schedule for the cohort's members, if the course's schedule counts from the start of the course.
             * @default null
             */
            starts_on: string | null;
            /**
             * Format: date
             * @description Last day of the cohort. After it, the cohort counts as inactive.
             * @default null
             */
            ends_on: string | null;
            /**
             * @description Maximum number of members; null means no limit. A value below the current number of members returns 400 with code `below_members`.
             * @default null
             */
            seat_limit: number | null;
        };
        /** @description Changes to a cohort. Omitted fields keep their values. Unknown fields are rejected. */
        PatchedCohort: {
            /** @description Name of the cohort, unique within the course. A name already in use returns 409 with code `cohort_name_taken`. */
            name?: string;
            /**
             * @description Status of the cohort. An inactive or archived cohort gives no access of its own; nothing is deleted.
             * @enum {string}
             */
            status?: "active" | "inactive" | "archived";
            /**
             * Format: date
             * @description Day 0 of the schedule for the cohort's members, if the course's schedule counts from the start of the course.
             */
            starts_on?: string | null;
            /**
             * Format: date
             * @description Last day of the cohort. After it, the cohort counts as inactive.
             */
            ends_on?: string | null;
            /** @description Maximum number of members; null means no limit. A value below the current number of members returns 400 with code `below_members`. */
            seat_limit?: number | null;
        };
        /** @description Enrollments to add to the cohort and to remove from it. Unknown fields are rejected. */
        CohortMembersWrite: {
            /**
             * @description Enrollments to add. Those already in the cohort stay in it.
             * @default []
             */
            add: string[];
            /**
             * @description Enrollments to remove. Those not in the cohort are ignored.
             * @default []
             */
            remove: string[];
        };
        /** @description A course on offer. */
        DiscoveredCourse: {
            course: components["schemas"]["CourseCard"];
            price: components["schemas"]["Price"];
            /** @description Number of published lessons. */
            lesson_count: number;
            /**
             * Format: uri
             * @description URL of the course's selected hero image.
             */
            hero_url: string | null;
            /** @description Whether the user is currently enrolled in the course. */
            is_enrolled: boolean;
            /**
             * Format: date-time
             * @description When the course was first published.
             */
            published_at: string | null;
        };
        /** @description One page of courses. */
        DiscoveredCourseList: {
            /** @description Total number of results on all pages. */
            count: number;
            /**
             * Format: uri
             * @description URL of the next page, null on the last page.
             */
            next: string | null;
            /**
             * Format: uri
             * @description URL of the previous page, null on the first page.
             */
            previous: string | null;
            /** @description The items, in order. */
            results: components["schemas"]["DiscoveredCourse"][];
        };
        /** @description Learning activity on one day. */
        EngagementDay: {
            /**
             * Format: date
             * @description The day, in the user's time zone.
             */
            date: string;
            /** @description Time spent learning, in seconds. */
            seconds_spent: number;
            /** @description Number of lessons completed. */
            completed_lessons: number;
        };
        /** @description The user's learning activity. */
        Engagement: {
            /** @description Number of consecutive days with learning activity, ending today or yesterday. */
            current_streak_days: number;
            /** @description Largest number of consecutive days with learning activity. */
            longest_streak_days: number;
            /** @description Total time spent learning, in seconds. */
            total_seconds: number;
            /** @description Total number of lessons completed. */
            completed_lessons: number;
            /** @description Total number of courses completed. */
            completed_courses: number;
            /** @description The most recent days, oldest first, without gaps. */
            days: components["schemas"]["EngagementDay"][];
        };
        /** @description Progress in a chapter. */
        ChapterProgress: {
            /**
             * Format: uuid
             * @description The chapter.
             */
            chapter_id: string;
            /** @description Name that learners see. Must contain more than whitespace. */
            title: string;
            /** @description Number of published lessons. */
            lesson_count: number;
            /** @description Number of completed lessons. */
            completed_lessons: number;
            /** @description Percentage of the chapter's lessons that are completed, from 0 to 100. Rounded down to two decimals, so that 100 means all of them; 0 if there is nothing to complete. */
            percent: number;
        };
        /** @description Progress in a course. */
        CourseProgress: {
            enrollment: components["schemas"]["Enrollment"];
            /** @description Number of published lessons. */
            lesson_count: number;
            /** @description Number of completed lessons. */
            completed_lessons: number;
            /** @description Percentage of the lessons that are completed, from 0 to 100. Rounded down to two decimals, so that 100 means all of them; 0 if there is nothing to complete. */
            percent: number;
            next_lesson: components["schemas"]["NextLesson"] | null;
            /** @description The items, in order. */
            chapters: components["schemas"]["ChapterProgress"][];
        };
        /** @description Where to send the bytes of the file, in a single PUT request. */
        UploadTarget: {
            /**
             * Format: uri
             * @description URL to send the bytes to.
             */
            url: string;
            /**
             * @description Always `PUT`.
             * @enum {string}
             */
            method: "PUT";
            /** @description Headers to send unchanged with the PUT request. The object is open because storage decides the header names. */
            headers: {
                [key: string]: string;
            };
            /**
             * Format: date-time
             * @description When the target expires, one hour after the upload was announced.
             */
            expires_at: string;
        };
        /** @description A file that is being uploaded or has been uploaded. */
        Upload: {
            /**
             * Format: uuid
             * @description UUIDv7.
             */
            id: string;
            /**
             * Format: uuid
             * @description ID of the course the file is for.
             */
            course_id: string | null;
            /**
             * @description `media` and `document` are uploaded by staff; `submission` is uploaded by a learner of the course, for an assignment.
             * @enum {string}
             */
            purpose: "media" | "document" | "submission";
            /** @description Name of the file. */
            file_name: string;
            /** @description Media type of the file. */
            content_type: string;
            /** @description Size of the file, in bytes. */
            size_bytes: number;
            /**
             * @description `pending`: the bytes have not arrived yet. `ready`: the bytes arrived and are what was announced. `rejected`: the bytes are not what was announced or contain a virus; the file is deleted.
             * @enum {string}
             */
            status: "pending" | "ready" | "rejected";
            /**
             * @description Why the file was rejected.
             * @enum {string|null}
             */
            reject_reason: "content_mismatch" | "virus_found" | null;
            target: components["schemas"]["UploadTarget"] | null;
            file: components["schemas"]["LessonFile"] | null;
            /**
             * Format: date-time
             * @description When the upload was announced.
             */
            created_at: string;
            /**
             * Format: date-time
             * @description When the upload was found to be complete.
             */
            completed_at: string | null;
        };
        /** @description A file to be uploaded. Unknown fields are rejected. */
        UploadWrite: {
            /**
             * @description `media` and `document` are uploaded by staff; `submission` is uploaded by a learner of the course, for an assignment.
             * @enum {string}
             */
            purpose: "media" | "document" | "submission";
            /** @description Name of the file, without folders. */
            file_name: string;
            /** @description Media type of the file. `media`: video/mp4, video/quicktime, video/webm, video/ogg, audio/mpeg, audio/mp4, audio/aac, audio/ogg, audio/wav, audio/webm, audio/flac, image/png, image/jpeg, image/webp, image/gif, image/avif. `document`: application/pdf, the types of Word, Excel, PowerPoint (old and new) and OpenDocument, application/rtf, application/epub+zip, application/zip, text/plain, text/markdown, text/csv. `submission`: all of the above, and application/gzip, application/x-7z-compressed, application/x-tar. Any other type returns 400 with code `not_allowed`. */
            content_type: string;
            /** @description Size of the file in bytes, at most 5 GiB. */
            size_bytes: number;
        };
        /** @description A video, audio file or image of the course. */
        Media: {
            /**
             * Format: uuid
             * @description UUIDv7; used as the `media_id` of a video.
             */
            id: string;
            /**
             * @description Kind of media.
             * @enum {string}
             */
            kind: "video" | "audio" | "image";
            /** @description Title of the media. */
            title: string;
            file: components["schemas"]["LessonFile"];
            /** @description Size of the file, in bytes. */
            size_bytes: number;
            /**
             * Format: date-time
             * @description When it was created.
             */
            created_at: string;
        };
        /** @description What to create from a ready upload. Unknown fields are rejected. */
        MediaWrite: {
            /**
             * Format: uuid
             * @description A ready upload of this course with the purpose `media`. Any other upload returns 400 with code `unknown`.
             */
            upload_id: string;
            /** @description Title. Defaults to the name of the file. */
            title?: string;
        };
        /** @description A document of the course. */
        CourseDocument: {
            /**
             * Format: uuid
             * @description UUIDv7; used as the `document_id` of a document lesson.
             */
            id: string;
            /** @description Title of the document. */
            title: string;
            /**
             * @description Where the document is located.
             * @enum {string}
             */
            source: "upload" | "url";
            /**
             * Format: uri
             * @description URL of the document, if the source is `url`.
             */
            url: string | null;
            file: components["schemas"]["LessonFile"] | null;
            /** @description Size of the document in bytes, if the source is `upload`. */
            size_bytes: number | null;
            /**
             * Format: date-time
             * @description When it was created.
             */
            created_at: string;
        };
        /** @description What to create from a ready upload. Unknown fields are rejected. */
        DocumentWrite: {
            /**
             * Format: uuid
             * @description A ready upload of this course with the purpose `document`. Any other upload returns 400 with code `unknown`.
             */
            upload_id: string;
            /** @description Title. Defaults to the name of the file. */
            title?: string;
        };
        /** @description A document hosted elsewhere. Unknown fields are rejected. */
        ExternalDocumentWrite: {
            /**
             * Format: uri
             * @description URL of the document, https only.
             */
            url: string;
            /** @description Title of the document. */
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
             * @description ID of the course the file is for.
             */
            course_id: string | null;
            /** @description What the file is for: `media`, `document`, `submission`, `hero` or `ballast`. */
            purpose: string;
            /** @description Name of the file. */
            file_name: string;
            /** @description Media type of the file. */
            content_type: string;
            /** @description Size of the file, in bytes. */
            size_bytes: number;
            /**
             * @description Whether the file has arrived.
             * @enum {string}
             */
            status: "pending" | "ready";
            /**
             * Format: uuid
             * @description ID of the user who announced the file.
             */
            uploaded_by: string | null;
            /**
             * Format: date-time
             * @description When the file was stored.
             */
            created_at: string;
        };
        /** @description One page of files. */
        StorageObjectList: {
            /** @description Total number of results on all pages, counted up to 10,000. */
            count: number;
            /** @description Whether `count` is the exact number. If false, there are more than 10,000 results. */
            is_count_exact: boolean;
            /**
             * Format: uri
             * @description URL of the next page, null on the last page. It contains a `cursor`: results that are added or deleted while you follow the links neither repeat nor hide another.
             */
            next: string | null;
            /**
             * Format: uri
             * @description URL of the previous page, null on the first page. It contains a `cursor`, except on a page beyond the last one. The first page may have fewer results than `page_size` when it is reached by these links. A page by `cursor` without any results has neither link.
             */
            previous: string | null;
            /** @description The items, in order. */
            results: components["schemas"]["StorageObject"][];
        };
        /** @description How much storage is used. */
        StorageUsage: {
            /** @description Total size of the files that have arrived, in bytes. */
            used_bytes: number;
            /** @description Total size of the announced uploads that may still arrive, in bytes. */
            in_flight_bytes: number;
            /** @description Storage that the plan and add-ons allow together, in bytes; null if there is no limit. */
            limit_bytes: number | null;
            /** @description Part of the limit that comes from add-ons, in bytes. */
            addon_bytes: number;
            /** @description Number of stored files. */
            object_count: number;
        };
        /** @description How much storage to fill. Unknown fields are rejected. */
        StorageBallastWrite: {
            /** @description Number of bytes to count as stored. */
            size_bytes: number;
        };
        /**
         * @description What happened. New endpoints receive `webhook.ping` without subscribing to it.
         * @enum {string}
         */
        WebhookEventType: "course.created" | "course.published" | "course.unpublished" | "course.deleted" | "member.joined" | "enrollment.created" | "enrollment.completed" | "lesson.completed" | "quiz_attempt.finished" | "submission.created" | "webhook.ping";
        /** @description An endpoint that events are sent to, without its secret. */
        WebhookEndpoint: {
            /**
             * Format: uuid
             * @description UUIDv7.
             */
            id: string;
            /**
             * Format: uri
             * @description URL that events are sent to.
             */
            url: string;
            /** @description What the endpoint is for. */
            description: string;
            /** @description Types of events that are sent to the endpoint. */
            event_types: string[];
            /** @description Whether events are sent to the endpoint. Disabling the endpoint cancels its waiting deliveries. */
            is_enabled: boolean;
            /**
             * @description Why events are not sent: someone disabled the endpoint, it responded with 410, or every delivery failed for three days. Null while the endpoint is enabled.
             * @enum {string|null}
             */
            disabled_reason: "by_hand" | "gone" | "failing" | null;
            /**
             * Format: date-time
             * @description When the first failure since the last successful delivery occurred; null while deliveries succeed.
             */
            failing_since: string | null;
            /**
             * Format: date-time
             * @description When it was created.
             */
            created_at: string;
            /**
             * Format: date-time
             * @description When the endpoint was last changed manually.
             */
            updated_at: string;
        };
        /** @description An endpoint, with its secret if the request created one. */
        WebhookEndpointSecret: {
            /**
             * Format: uuid
             * @description UUIDv7.
             */
            id: string;
            /**
             * Format: uri
             * @description URL that events are sent to.
             */
            url: string;
            /** @description What the endpoint is for. */
            description: string;
            /** @description Types of events that are sent to the endpoint. */
            event_types: string[];
            /** @description Whether events are sent to the endpoint. Disabling the endpoint cancels its waiting deliveries. */
            is_enabled: boolean;
            /**
             * @description Why events are not sent: someone disabled the endpoint, it responded with 410, or every delivery failed for three days. Null while the endpoint is enabled.
             * @enum {string|null}
             */
            disabled_reason: "by_hand" | "gone" | "failing" | null;
            /**
             * Format: date-time
             * @description When the first failure since the last successful delivery occurred; null while deliveries succeed.
             */
            failing_since: string | null;
            /**
             * Format: date-time
             * @description When it was created.
             */
            created_at: string;
            /**
             * Format: date-time
             * @description When the endpoint was last changed manually.
             */
            updated_at: string;
            /** @description `whsec_` followed by 24 bytes in base64. Shown only in this response; null if the request did not create a secret. */
            secret: string | null;
        };
        /** @description An endpoint to create. Unknown fields are rejected. */
        WebhookEndpointWrite: {
            /**
             * Format: uri
             * @description Public URL, https only. A URL that names a private IP address returns 400 with code `not_public`. The IP address that a host name resolves to is checked on every delivery.
             */
            url: string;
            /**
             * @description What the endpoint is for.
             * @default
             */
            description: string;
            /** @description Types of events that are sent to the endpoint. */
            event_types: ("course.created" | "course.published" | "course.unpublished" | "course.deleted" | "member.joined" | "enrollment.created" | "enrollment.completed" | "lesson.completed" | "quiz_attempt.finished" | "submission.created")[];
            /**
             * @description Whether events are sent to the endpoint. Disabling the endpoint cancels its waiting deliveries.
             * @default true
             */
            is_enabled: boolean;
        };
        /** @description Changes to an endpoint. Omitted fields keep their values. Unknown fields are rejected. */
        PatchedWebhookEndpoint: {
            /**
             * Format: uri
             * @description Public URL, https only. A URL that names a private IP address returns 400 with code `not_public`. The IP address that a host name resolves to is checked on every delivery.
             */
            url?: string;
            /** @description What the endpoint is for. */
            description?: string;
            /** @description Types of events that are sent to the endpoint. */
            event_types?: ("course.created" | "course.published" | "course.unpublished" | "course.deleted" | "member.joined" | "enrollment.created" | "enrollment.completed" | "lesson.completed" | "quiz_attempt.finished" | "submission.created")[];
            /** @description Whether events are sent to the endpoint. Disabling the endpoint cancels its waiting deliveries. */
            is_enabled?: boolean;
            /** @description Creates a new secret. For 24 hours, requests are signed with the previous secret as well. A secret from before that one stops being used immediately. */
            rotate_secret?: boolean;
        };
        /** @description One page of endpoints, newest first. */
        WebhookEndpointList: {
            /** @description Total number of results on all pages. */
            count: number;
            /**
             * Format: uri
             * @description URL of the next page, null on the last page.
             */
            next: string | null;
            /**
             * Format: uri
             * @description URL of the previous page, null on the first page.
             */
            previous: string | null;
            /** @description The items, in order. */
            results: components["schemas"]["WebhookEndpoint"][];
        };
        /** @description One attempt at a delivery. */
        WebhookAttempt: {
            /** @description Sequence number, starting at 1. */
            number: number;
            /**
             * Format: date-time
             * @description Start time.
             */
            attempted_at: string;
            /** @description Time until the endpoint responded or the attempt was given up, in milliseconds. */
            duration_ms: number;
            /** @description HTTP status that the endpoint returned; null if it did not respond. */
            status_code: number | null;
            /**
             * @description Why there was no response.
             * @enum {string|null}
             */
            error: "unreachable" | "timed_out" | null;
        };
        /** @description The delivery of one event to one endpoint. */
        WebhookDelivery: {
            /**
             * Format: uuid
             * @description UUIDv7.
             */
            id: string;
            /**
             * Format: uuid
             * @description Value of the `webhook-id` header, which is the same in every attempt and redelivery.
             */
            event_id: string;
            /** @description A WebhookEventType. New types are added over time; ignore those you do not know. */
            event_type: string;
            /** @description The body as it is sent. The object is open because each type of event has its own `data`. */
            payload: {
                [key: string]: unknown;
            };
            /**
             * @description `pending`: the delivery will be attempted, or attempted again. `failed`: the delivery was given up. `cancelled`: the endpoint was disabled first.
             * @enum {string}
             */
            status: "pending" | "delivered" | "failed" | "cancelled";
            /** @description Whether someone requested this delivery. If so, it is attempted only once. */
            is_manual: boolean;
            /** @description Attempts, oldest first. */
            attempts: components["schemas"]["WebhookAttempt"][];
            /**
             * Format: date-time
             * @description Earliest time of the next attempt; null if there will be no further attempt.
             */
            next_attempt_at: string | null;
            /**
             * Format: date-time
             * @description When the delivery was queued.
             */
            created_at: string;
            /**
             * Format: date-time
             * @description When the endpoint accepted the delivery.
             */
            delivered_at: string | null;
        };
        /** @description One page of deliveries, newest first. */
        WebhookDeliveryList: {
            /** @description Total number of results on all pages, counted up to 10,000. */
            count: number;
            /** @description Whether `count` is the exact number. If false, there are more than 10,000 results. */
            is_count_exact: boolean;
            /**
             * Format: uri
             * @description URL of the next page, null on the last page. It contains a `cursor`: results that are added or deleted while you follow the links neither repeat nor hide another.
             */
            next: string | null;
            /**
             * Format: uri
             * @description URL of the previous page, null on the first page. It contains a `cursor`, except on a page beyond the last one. The first page may have fewer results than `page_size` when it is reached by these links. A page by `cursor` without any results has neither link.
             */
            previous: string | null;
            /** @description The items, in order. */
            results: components["schemas"]["WebhookDelivery"][];
        };
        /** @description A course, as it appears in an event. */
        EventCourse: {
            /**
             * Format: uuid
             * @description UUIDv7.
             */
            id: string;
            /** @description Title of the course. */
            title: string;
            /** @description Name used in URLs. */
            slug: string;
            /**
             * @description Whether the course is available to learners.
             * @enum {string}
             */
            status: "draft" | "published" | "archived";
        };
        /** @description A lesson, as it appears in an event. */
        EventLesson: {
            /**
             * Format: uuid
             * @description UUIDv7.
             */
            id: string;
            /**
             * Format: uuid
             * @description The chapter that the lesson belongs to.
             */
            chapter_id: string;
            /** @description Title of the lesson. */
            title: string;
            /**
             * @description Type of the lesson, which determines the rules for `content`. Changing the type without sending `content` clears the content.
             * @enum {string}
             */
            content_type: "quiz" | "lesson" | "video" | "document" | "assignment" | "embed";
        };
        /** @description Something that happened to a course. */
        CourseEvent: {
            course: components["schemas"]["EventCourse"];
        };
        /** @description A user who became a member, and their role. */
        MemberEvent: {
            user: components["schemas"]["Person"];
            /**
             * @description The user's role in the organisation.
             * @enum {string}
             */
            role: "owner" | "creator" | "learner";
        };
        /** @description The enrollment of a learner in a course. */
        EnrollmentEvent: {
            /**
             * Format: uuid
             * @description The enrollment.
             */
            enrollment_id: string;
            course: components["schemas"]["EventCourse"];
            user: components["schemas"]["Person"];
            /**
             * @description How the learner was enrolled.
             * @enum {string}
             */
            source: "free" | "creator" | "preview" | "purchase" | "code" | "subscription";
            /**
             * Format: date-time
             * @description When the learner enrolled.
             */
            enrolled_at: string;
            /**
             * Format: date-time
             * @description When access ends; null if it never ends.
             */
            expires_at: string | null;
        };
        /** @description The completion of a course by a learner. */
        EnrollmentCompletedEvent: {
            /**
             * Format: uuid
             * @description The enrollment.
             */
            enrollment_id: string;
            course: components["schemas"]["EventCourse"];
            user: components["schemas"]["Person"];
            /**
             * Format: date-time
             * @description When the course was completed.
             */
            completed_at: string;
        };
        /** @description The completion of a lesson by a learner. */
        LessonCompletedEvent: {
            /**
             * Format: uuid
             * @description The enrollment.
             */
            enrollment_id: string;
            course: components["schemas"]["EventCourse"];
            user: components["schemas"]["Person"];
            lesson: components["schemas"]["EventLesson"];
            /**
             * Format: date-time
             * @description When the lesson was completed.
             */
            completed_at: string;
        };
        /** @description The outcome of a quiz attempt. */
        QuizAttemptEvent: {
            /**
             * Format: uuid
             * @description The enrollment.
             */
            enrollment_id: string;
            course: components["schemas"]["EventCourse"];
            user: components["schemas"]["Person"];
            lesson: components["schemas"]["EventLesson"];
            /**
             * Format: uuid
             * @description ID of the attempt.
             */
            attempt_id: string;
            /** @description Sequence number, starting at 1. */
            number: number;
            /** @description Percentage of the points awarded, rounded down to two decimals; answers that a person must still grade count as zero. 100 if there are no points to award. */
            score_percent: number;
            /** @description Whether the score passes; null if the outcome depends on answers that a person must still grade. */
            is_passed: boolean | null;
            /** @description Whether a person must grade part of the attempt. */
            needs_grading: boolean;
            /**
             * Format: date-time
             * @description When the attempt was submitted or ran out of time.
             */
            submitted_at: string;
        };
        /** @description A submission for an assignment. */
        SubmissionEvent: {
            /**
             * Format: uuid
             * @description The enrollment.
             */
            enrollment_id: string;
            course: components["schemas"]["EventCourse"];
            user: components["schemas"]["Person"];
            lesson: components["schemas"]["EventLesson"];
            /**
             * Format: uuid
             * @description ID of the submission.
             */
            submission_id: string;
            /** @description Sequence number, starting at 1. */
            number: number;
            /** @description Whether the work was submitted after it was due. */
            is_late: boolean;
            /**
             * Format: date-time
             * @description When the work was submitted.
             */
            submitted_at: string;
        };
        /** @description The endpoint that receives the ping. */
        PingEvent: {
            /**
             * Format: uuid
             * @description The webhook endpoint.
             */
            endpoint_id: string;
        };
    };
    responses: {
        /** @description The body or a header is invalid; `errors` lists every problem. Code `validation_error`. */
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
                 *       "title": "The request is invalid",
                 *       "status": 400,
                 *       "detail": "One field is invalid.",
                 *       "code": "validation_error",
                 *       "request_id": "0199f3a2-7c1e-7d55-b0a4-0c8a4d1f2e60",
                 *       "errors": [
                 *         {
                 *           "field": "title",
                 *           "code": "required",
                 *           "message": "This field is required."
                 *         }
                 *       ]
                 *     }
                 */
                "application/problem+json": components["schemas"]["ValidationProblem"];
            };
        };
        /** @description There is no usable key. Codes: `not_authenticated` (no key), `api_key_unknown`, `api_key_revoked`, `api_key_expired`, `subscription_inactive` (the plan of the organisation is not active), `org_unverified` (the organisation is not verified). */
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
        /** @description The key's scope does not allow this request. Code `permission_denied`; `detail` names the required scope. */
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
        /** @description The key's scope does not allow this request (code `permission_denied`), or the plan's course limit is reached (code `course_limit`). */
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
        /** @description The object does not exist in the key's organisation. Objects of other organisations return the same response. Code `not_found`. */
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
                 *       "detail": "The requested object does not exist.",
                 *       "code": "not_found",
                 *       "request_id": "0199f3a2-7c1e-7d55-b0a4-0c8a4d1f2e60"
                 *     }
                 */
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The lesson has changed since it was read; the body contains the current lesson. Nothing was changed by this request. Code `stale_lesson`. */
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
        /** @description The media type, character set or content coding of the body is not accepted. Code `unsupported_media_type`. */
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
        /** @description The key has used up its requests for the last hour. Code `throttled`. */
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
        /** @description An internal error occurred. Nothing was changed. Code `internal_error`. */
        InternalError: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The body, a parameter or a header is invalid; `errors` lists every problem. Code `validation_error`. */
        SessionBadRequest: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["ValidationProblem"];
            };
        };
        /** @description There is no usable session. Codes: `not_authenticated` (nobody is signed in, the session has ended, or a bearer token was sent), `second_factor_required` (the sign-in is not finished). */
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
        /** @description The user is not allowed to do this (code `permission_denied`), no organisation is selected (code `no_organisation`), or the request comes from another site (code `csrf_failed`). */
        SessionForbidden: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The object does not exist for this user. Code `not_found`. */
        SessionNotFound: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The request conflicts with existing data; `code` gives the reason. */
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
        /** @description An external system that this operation needs does not respond or is not configured; `code` tells which. */
        ServiceUnavailable: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The lesson has changed since it was read; the body contains the current lesson. Nothing was changed by this request. Code `stale_lesson`. */
        SessionStaleLesson: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["StaleLessonProblem"];
            };
        };
        /** @description The user is not allowed to do this (code `permission_denied`), the user is not enrolled (code `not_enrolled`), the lesson is locked (code `lesson_locked`, with `lock_reason` and `opens_at`), no organisation is selected (code `no_organisation`), or the request comes from another site (code `csrf_failed`). */
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
        /** @description Page number, starting at 1. Pages beyond the last one have no results. */
        Page: number;
        /** @description Number of results on a page. */
        PageSize: number;
        /** @description Position in the list, as `next` and `previous` contain it. The page begins right after, or ends right before, the result that the link was made from, however many results were added or deleted since, and costs the same anywhere in the list. `page` is then ignored. A cursor is valid only for its own list and `ordering`; anything else returns 400 with the code `format`. */
        Cursor: string;
        /** @description Any text that identifies this one operation, for example a UUID: visible ASCII without spaces, 1 to 255 characters. Sending the same key and body again within 24 hours returns the first response; the same key with another body returns 400. Only successful responses are kept. */
        IdempotencyKey: string;
        /** @description Id or subdomain of the organisation that this request is for. A host that belongs to an organisation (its subdomain or its verified domain) takes precedence over this header. Without either, the request is for the organisation that the session used last, or else the user's first one. */
        Organisation: string;
    };
    requestBodies: never;
    headers: {
        /** @description Identifies this request in logs. A client can send its own value (1 to 128 letters, digits, `.`, `_` or `-`). */
        "X-Request-Id": string;
        /** @description The quota. `"agent";q=300;w=3600` means 300 requests in any 3,600 seconds. */
        "RateLimit-Policy": string;
        /** @description The remaining quota. `"agent";r=299;t=3600` means that 299 requests can be made now; `t` is the number of seconds until the oldest counted request falls out of the window. */
        RateLimit: string;
        /** @description Number of whole seconds to wait. */
        "Retry-After": number;
        /** @description Authentication challenge (RFC 6750). */
        "WWW-Authenticate": string;
        /** @description `true` if this is the stored response of an earlier request with the same Idempotency-Key. */
        "Idempotent-Replayed": "true";
        /** @description File name (RFC 6266). */
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
                /** @description Page number, starting at 1. Pages beyond the last one have no results. */
                page?: components["parameters"]["Page"];
                /** @description Number of results on a page. */
                page_size?: components["parameters"]["PageSize"];
                /** @description The sort order; a minus sign reverses it. Courses that compare equal are ordered by ID. */
                ordering?: "-created_at" | "created_at" | "-updated_at" | "updated_at" | "title" | "-title";
                /** @description Only courses with this status. */
                status?: string;
                /** @description Only the course with this slug. */
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
                /** @description Any text that identifies this one operation, for example a UUID: visible ASCII without spaces, 1 to 255 characters. Sending the same key and body again within 24 hours returns the first response; the same key with another body returns 400. Only successful responses are kept. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        /** @description All three media types share one schema. In a form, numbers and booleans (`true`, `false`) are written as in JSON, a field that is not a scalar is sent as JSON text, and an empty value means null where null is allowed. */
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
        /** @description All three media types share one schema. In a form, numbers and booleans (`true`, `false`) are written as in JSON, a field that is not a scalar is sent as JSON text, and an empty value means null where null is allowed. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["CourseWrite"];
                "application/x-www-form-urlencoded": components["schemas"]["CourseWrite"];
                "multipart/form-data": components["schemas"]["CourseWrite"];
            };
        };
        responses: {
            /** @description The updated course. */
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
        /** @description All three media types share one schema. In a form, numbers and booleans (`true`, `false`) are written as in JSON, a field that is not a scalar is sent as JSON text, and an empty value means null where null is allowed. */
        requestBody?: {
            content: {
                "application/json": components["schemas"]["PatchedCourse"];
                "application/x-www-form-urlencoded": components["schemas"]["PatchedCourse"];
                "multipart/form-data": components["schemas"]["PatchedCourse"];
            };
        };
        responses: {
            /** @description The updated course. */
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
                /** @description Page number, starting at 1. Pages beyond the last one have no results. */
                page?: components["parameters"]["Page"];
                /** @description Number of results on a page. */
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
                /** @description Any text that identifies this one operation, for example a UUID: visible ASCII without spaces, 1 to 255 characters. Sending the same key and body again within 24 hours returns the first response; the same key with another body returns 400. Only successful responses are kept. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description The course. */
                course_pk: string;
            };
            cookie?: never;
        };
        /** @description All three media types share one schema. In a form, numbers and booleans (`true`, `false`) are written as in JSON, a field that is not a scalar is sent as JSON text, and an empty value means null where null is allowed. */
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
        /** @description All three media types share one schema. In a form, numbers and booleans (`true`, `false`) are written as in JSON, a field that is not a scalar is sent as JSON text, and an empty value means null where null is allowed. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["ChapterWrite"];
                "application/x-www-form-urlencoded": components["schemas"]["ChapterWrite"];
                "multipart/form-data": components["schemas"]["ChapterWrite"];
            };
        };
        responses: {
            /** @description The updated chapter. */
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
        /** @description All three media types share one schema. In a form, numbers and booleans (`true`, `false`) are written as in JSON, a field that is not a scalar is sent as JSON text, and an empty value means null where null is allowed. */
        requestBody?: {
            content: {
                "application/json": components["schemas"]["PatchedChapter"];
                "application/x-www-form-urlencoded": components["schemas"]["PatchedChapter"];
                "multipart/form-data": components["schemas"]["PatchedChapter"];
            };
        };
        responses: {
            /** @description The updated chapter. */
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
                /** @description Page number, starting at 1. Pages beyond the last one have no results. */
                page?: components["parameters"]["Page"];
                /** @description Number of results on a page. */
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
                /** @description Any text that identifies this one operation, for example a UUID: visible ASCII without spaces, 1 to 255 characters. Sending the same key and body again within 24 hours returns the first response; the same key with another body returns 400. Only successful responses are kept. */
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
        /** @description All three media types share one schema. In a form, numbers and booleans (`true`, `false`) are written as in JSON, a field that is not a scalar is sent as JSON text, and an empty value means null where null is allowed. */
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
        /** @description All three media types share one schema. In a form, numbers and booleans (`true`, `false`) are written as in JSON, a field that is not a scalar is sent as JSON text, and an empty value means null where null is allowed. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["PatchedLesson"];
                "application/x-www-form-urlencoded": components["schemas"]["PatchedLesson"];
                "multipart/form-data": components["schemas"]["PatchedLesson"];
            };
        };
        responses: {
            /** @description The updated lesson. */
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
        /** @description All three media types share one schema. In a form, numbers and booleans (`true`, `false`) are written as in JSON, a field that is not a scalar is sent as JSON text, and an empty value means null where null is allowed. */
        requestBody?: {
            content: {
                "application/json": components["schemas"]["PatchedOrgSettings"];
                "application/x-www-form-urlencoded": components["schemas"]["PatchedOrgSettings"];
                "multipart/form-data": components["schemas"]["PatchedOrgSettings"];
            };
        };
        responses: {
            /** @description The updated settings. */
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
                /** @description Id or subdomain of the organisation that this request is for. A host that belongs to an organisation (its subdomain or its verified domain) takes precedence over this header. Without either, the request is for the organisation that the session used last, or else the user's first one. */
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
            /** @description Accepted. */
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
                /** @description Id or subdomain of the organisation that this request is for. A host that belongs to an organisation (its subdomain or its verified domain) takes precedence over this header. Without either, the request is for the organisation that the session used last, or else the user's first one. */
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
            /** @description Accepted. */
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
            /** @description Signed in, or waiting for the second factor. */
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
            /** @description Wrong email address or password. The response does not reveal which of them is wrong, and a request with an unknown email address takes as long. Code `invalid_credentials`. */
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
            /** @description Wrong or used code (code `invalid_code`), or no sign-in is waiting for a code (code `not_authenticated`). */
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
            /** @description Accepted. */
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
            /** @description Wrong or used code (code `invalid_code`), or no sign-in is waiting for a code (code `not_authenticated`). */
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
                /** @description Id or subdomain of the organisation that this request is for. A host that belongs to an organisation (its subdomain or its verified domain) takes precedence over this header. Without either, the request is for the organisation that the session used last, or else the user's first one. */
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
            /** @description Accepted. */
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
            /** @description Password set. */
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
                /** @description Id or subdomain of the organisation that this request is for. A host that belongs to an organisation (its subdomain or its verified domain) takes precedence over this header. Without either, the request is for the organisation that the session used last, or else the user's first one. */
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
                /** @description Id or subdomain of the organisation that this request is for. A host that belongs to an organisation (its subdomain or its verified domain) takes precedence over this header. Without either, the request is for the organisation that the session used last, or else the user's first one. */
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
            /** @description The updated user. */
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
                    "application/json": components["schemas"]["TotpEnrollment"];
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
                /** @description Page number, starting at 1. Pages beyond the last one have no results. */
                page?: components["parameters"]["Page"];
                /** @description Number of results on a page. */
                page_size?: components["parameters"]["PageSize"];
            };
            header?: {
                /** @description Id or subdomain of the organisation that this request is for. A host that belongs to an organisation (its subdomain or its verified domain) takes precedence over this header. Without either, the request is for the organisation that the session used last, or else the user's first one. */
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
                /** @description Id or subdomain of the organisation that this request is for. A host that belongs to an organisation (its subdomain or its verified domain) takes precedence over this header. Without either, the request is for the organisation that the session used last, or else the user's first one. */
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
                /** @description Id or subdomain of the organisation that this request is for. A host that belongs to an organisation (its subdomain or its verified domain) takes precedence over this header. Without either, the request is for the organisation that the session used last, or else the user's first one. */
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
                /** @description Id or subdomain of the organisation that this request is for. A host that belongs to an organisation (its subdomain or its verified domain) takes precedence over this header. Without either, the request is for the organisation that the session used last, or else the user's first one. */
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
            /** @description The updated key. */
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
                /** @description Id or subdomain of the organisation that this request is for. A host that belongs to an organisation (its subdomain or its verified domain) takes precedence over this header. Without either, the request is for the organisation that the session used last, or else the user's first one. */
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
                /** @description Id or subdomain of the organisation that this request is for. A host that belongs to an organisation (its subdomain or its verified domain) takes precedence over this header. Without either, the request is for the organisation that the session used last, or else the user's first one. */
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
                /** @description Id or subdomain of the organisation that this request is for. A host that belongs to an organisation (its subdomain or its verified domain) takes precedence over this header. Without either, the request is for the organisation that the session used last, or else the user's first one. */
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
            /** @description The updated subdomain. */
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
                /** @description Page number, starting at 1. Pages beyond the last one have no results. */
                page?: components["parameters"]["Page"];
                /** @description Number of results on a page. */
                page_size?: components["parameters"]["PageSize"];
                /** @description Position in the list, as `next` and `previous` contain it. The page begins right after, or ends right before, the result that the link was made from, however many results were added or deleted since, and costs the same anywhere in the list. `page` is then ignored. A cursor is valid only for its own list and `ordering`; anything else returns 400 with the code `format`. */
                cursor?: components["parameters"]["Cursor"];
                /** @description Only changes with this action (`course.updated`), or with any action of this kind (`course`). */
                action?: string;
                /** @description Only changes made by this user or key. */
                actor_id?: string;
                /** @description Only changes to this object. */
                object_id?: string;
                /** @description Only changes at or after this time. */
                since?: string;
                /** @description Only changes before this time. */
                until?: string;
            };
            header?: {
                /** @description Id or subdomain of the organisation that this request is for. A host that belongs to an organisation (its subdomain or its verified domain) takes precedence over this header. Without either, the request is for the organisation that the session used last, or else the user's first one. */
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
                /** @description Page number, starting at 1. Pages beyond the last one have no results. */
                page?: components["parameters"]["Page"];
                /** @description Number of results on a page. */
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
                /** @description Id or subdomain of the organisation that this request is for. A host that belongs to an organisation (its subdomain or its verified domain) takes precedence over this header. Without either, the request is for the organisation that the session used last, or else the user's first one. */
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
                /** @description Page number, starting at 1. Pages beyond the last one have no results. */
                page?: components["parameters"]["Page"];
                /** @description Number of results on a page. */
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
                /** @description Page number, starting at 1. Pages beyond the last one have no results. */
                page?: components["parameters"]["Page"];
                /** @description Number of results on a page. */
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
            /** @description The user must be redirected to the provider, is signed in, or must provide the second factor. */
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
            /** @description The provider did not vouch for the user. Code `provider_refused` or `provider_email_unverified`. */
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
            /** @description The provider does not respond. Code `provider_unreachable`. */
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
            /** @description Password set. */
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
            /** @description Accepted. */
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
            /** @description The user is signed in, the sign-in is waiting for the second factor, or the number is verified. */
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
            /** @description The updated user. */
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
            /** @description A code is being sent. */
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
            /** @description The updated user. */
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
                /** @description Page number, starting at 1. Pages beyond the last one have no results. */
                page?: components["parameters"]["Page"];
                /** @description Number of results on a page. */
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
            /** @description The ZIP archive. */
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
                /** @description Id or subdomain of the organisation that this request is for. A host that belongs to an organisation (its subdomain or its verified domain) takes precedence over this header. Without either, the request is for the organisation that the session used last, or else the user's first one. */
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
            /** @description The updated branding. */
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
                /** @description Id or subdomain of the organisation that this request is for. A host that belongs to an organisation (its subdomain or its verified domain) takes precedence over this header. Without either, the request is for the organisation that the session used last, or else the user's first one. */
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
            /** @description The updated branding. */
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
                /** @description Id or subdomain of the organisation that this request is for. A host that belongs to an organisation (its subdomain or its verified domain) takes precedence over this header. Without either, the request is for the organisation that the session used last, or else the user's first one. */
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
                /** @description Id or subdomain of the organisation that this request is for. A host that belongs to an organisation (its subdomain or its verified domain) takes precedence over this header. Without either, the request is for the organisation that the session used last, or else the user's first one. */
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
                /** @description Id or subdomain of the organisation that this request is for. A host that belongs to an organisation (its subdomain or its verified domain) takes precedence over this header. Without either, the request is for the organisation that the session used last, or else the user's first one. */
                "X-Organisation"?: components["parameters"]["Organisation"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The domain in its current state. */
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
                /** @description Id or subdomain of the organisation that this request is for. A host that belongs to an organisation (its subdomain or its verified domain) takes precedence over this header. Without either, the request is for the organisation that the session used last, or else the user's first one. */
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
                /** @description Id or subdomain of the organisation that this request is for. A host that belongs to an organisation (its subdomain or its verified domain) takes precedence over this header. Without either, the request is for the organisation that the session used last, or else the user's first one. */
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
                /** @description Id or subdomain of the organisation that this request is for. A host that belongs to an organisation (its subdomain or its verified domain) takes precedence over this header. Without either, the request is for the organisation that the session used last, or else the user's first one. */
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
                /** @description Id or subdomain of the organisation that this request is for. A host that belongs to an organisation (its subdomain or its verified domain) takes precedence over this header. Without either, the request is for the organisation that the session used last, or else the user's first one. */
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
            /** @description The updated consent. */
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
            /** @description The policies in their current state. */
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
                /** @description Id or subdomain of the organisation that this request is for. A host that belongs to an organisation (its subdomain or its verified domain) takes precedence over this header. Without either, the request is for the organisation that the session used last, or else the user's first one. */
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
                /** @description Id or subdomain of the organisation that this request is for. A host that belongs to an organisation (its subdomain or its verified domain) takes precedence over this header. Without either, the request is for the organisation that the session used last, or else the user's first one. */
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
            /** @description The updated settings. */
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
            /** @description The updated preferences. */
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
                /** @description Email address of the sign-up. */
                email: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Removed. */
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
                /** @description Id or subdomain of the organisation that this request is for. A host that belongs to an organisation (its subdomain or its verified domain) takes precedence over this header. Without either, the request is for the organisation that the session used last, or else the user's first one. */
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
                /** @description Id or subdomain of the organisation that this request is for. A host that belongs to an organisation (its subdomain or its verified domain) takes precedence over this header. Without either, the request is for the organisation that the session used last, or else the user's first one. */
                "X-Organisation"?: components["parameters"]["Organisation"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Marked as unverified. */
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
    getQaSubscription: {
        parameters: {
            query?: never;
            header?: {
                /** @description Id or subdomain of the organisation that this request is for. A host that belongs to an organisation (its subdomain or its verified domain) takes precedence over this header. Without either, the request is for the organisation that the session used last, or else the user's first one. */
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
                /** @description Id or subdomain of the organisation that this request is for. A host that belongs to an organisation (its subdomain or its verified domain) takes precedence over this header. Without either, the request is for the organisation that the session used last, or else the user's first one. */
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
            /** @description The updated subscription. */
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
                /** @description Id or subdomain of the organisation that this request is for. A host that belongs to an organisation (its subdomain or its verified domain) takes precedence over this header. Without either, the request is for the organisation that the session used last, or else the user's first one. */
                "X-Organisation"?: components["parameters"]["Organisation"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Removed. */
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
                /** @description Id or subdomain of the organisation that this request is for. A host that belongs to an organisation (its subdomain or its verified domain) takes precedence over this header. Without either, the request is for the organisation that the session used last, or else the user's first one. */
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
            /** @description The domain in its current state. */
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
                /** @description Id or subdomain of the organisation that this request is for. A host that belongs to an organisation (its subdomain or its verified domain) takes precedence over this header. Without either, the request is for the organisation that the session used last, or else the user's first one. */
                "X-Organisation"?: components["parameters"]["Organisation"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Removed. */
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
                /** @description Page number, starting at 1. Pages beyond the last one have no results. */
                page?: components["parameters"]["Page"];
                /** @description Number of results on a page. */
                page_size?: components["parameters"]["PageSize"];
                /** @description The sort order; a minus sign reverses it. Courses that compare equal are ordered by ID. */
                ordering?: "-created_at" | "created_at" | "-updated_at" | "updated_at" | "title" | "-title";
                /** @description Only courses with this status. */
                status?: "draft" | "published" | "archived";
                /** @description Only courses with this text in their title, ignoring case. */
                search?: string;
                /** @description Only the course with this slug. */
                slug?: string;
            };
            header?: {
                /** @description Id or subdomain of the organisation that this request is for. A host that belongs to an organisation (its subdomain or its verified domain) takes precedence over this header. Without either, the request is for the organisation that the session used last, or else the user's first one. */
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
                /** @description Id or subdomain of the organisation that this request is for. A host that belongs to an organisation (its subdomain or its verified domain) takes precedence over this header. Without either, the request is for the organisation that the session used last, or else the user's first one. */
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
                /** @description Page number, starting at 1. Pages beyond the last one have no results. */
                page?: components["parameters"]["Page"];
                /** @description Number of results on a page. */
                page_size?: components["parameters"]["PageSize"];
            };
            header?: {
                /** @description Id or subdomain of the organisation that this request is for. A host that belongs to an organisation (its subdomain or its verified domain) takes precedence over this header. Without either, the request is for the organisation that the session used last, or else the user's first one. */
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
                /** @description Id or subdomain of the organisation that this request is for. A host that belongs to an organisation (its subdomain or its verified domain) takes precedence over this header. Without either, the request is for the organisation that the session used last, or else the user's first one. */
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
                /** @description Id or subdomain of the organisation that this request is for. A host that belongs to an organisation (its subdomain or its verified domain) takes precedence over this header. Without either, the request is for the organisation that the session used last, or else the user's first one. */
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
            /** @description The updated course. */
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
                /** @description Id or subdomain of the organisation that this request is for. A host that belongs to an organisation (its subdomain or its verified domain) takes precedence over this header. Without either, the request is for the organisation that the session used last, or else the user's first one. */
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
                /** @description Id or subdomain of the organisation that this request is for. A host that belongs to an organisation (its subdomain or its verified domain) takes precedence over this header. Without either, the request is for the organisation that the session used last, or else the user's first one. */
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
            /** @description The updated course. */
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
                /** @description Id or subdomain of the organisation that this request is for. A host that belongs to an organisation (its subdomain or its verified domain) takes precedence over this header. Without either, the request is for the organisation that the session used last, or else the user's first one. */
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
            /** @description Recorded. */
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
                /** @description Id or subdomain of the organisation that this request is for. A host that belongs to an organisation (its subdomain or its verified domain) takes precedence over this header. Without either, the request is for the organisation that the session used last, or else the user's first one. */
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
                /** @description Id or subdomain of the organisation that this request is for. A host that belongs to an organisation (its subdomain or its verified domain) takes precedence over this header. Without either, the request is for the organisation that the session used last, or else the user's first one. */
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
            /** @description The updated price. */
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
                /** @description Id or subdomain of the organisation that this request is for. A host that belongs to an organisation (its subdomain or its verified domain) takes precedence over this header. Without either, the request is for the organisation that the session used last, or else the user's first one. */
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
            /** @description The preview token. */
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
                /** @description Page number, starting at 1. Pages beyond the last one have no results. */
                page?: components["parameters"]["Page"];
                /** @description Number of results on a page. */
                page_size?: components["parameters"]["PageSize"];
                /** @description Only lessons of this chapter. */
                chapter_id?: string;
            };
            header?: {
                /** @description Id or subdomain of the organisation that this request is for. A host that belongs to an organisation (its subdomain or its verified domain) takes precedence over this header. Without either, the request is for the organisation that the session used last, or else the user's first one. */
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
            /** @description The curriculum. */
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
                /** @description Page number, starting at 1. Pages beyond the last one have no results. */
                page?: components["parameters"]["Page"];
                /** @description Number of results on a page. */
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
                /** @description Page number, starting at 1. Pages beyond the last one have no results. */
                page?: components["parameters"]["Page"];
                /** @description Number of results on a page. */
                page_size?: components["parameters"]["PageSize"];
            };
            header?: {
                /** @description Id or subdomain of the organisation that this request is for. A host that belongs to an organisation (its subdomain or its verified domain) takes precedence over this header. Without either, the request is for the organisation that the session used last, or else the user's first one. */
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
                /** @description Id or subdomain of the organisation that this request is for. A host that belongs to an organisation (its subdomain or its verified domain) takes precedence over this header. Without either, the request is for the organisation that the session used last, or else the user's first one. */
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
                /** @description Id or subdomain of the organisation that this request is for. A host that belongs to an organisation (its subdomain or its verified domain) takes precedence over this header. Without either, the request is for the organisation that the session used last, or else the user's first one. */
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
            /** @description The new order is saved. */
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
                /** @description Id or subdomain of the organisation that this request is for. A host that belongs to an organisation (its subdomain or its verified domain) takes precedence over this header. Without either, the request is for the organisation that the session used last, or else the user's first one. */
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
                /** @description Id or subdomain of the organisation that this request is for. A host that belongs to an organisation (its subdomain or its verified domain) takes precedence over this header. Without either, the request is for the organisation that the session used last, or else the user's first one. */
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
                /** @description Id or subdomain of the organisation that this request is for. A host that belongs to an organisation (its subdomain or its verified domain) takes precedence over this header. Without either, the request is for the organisation that the session used last, or else the user's first one. */
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
            /** @description The updated chapter. */
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
                /** @description Id or subdomain of the organisation that this request is for. A host that belongs to an organisation (its subdomain or its verified domain) takes precedence over this header. Without either, the request is for the organisation that the session used last, or else the user's first one. */
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
                /** @description Id or subdomain of the organisation that this request is for. A host that belongs to an organisation (its subdomain or its verified domain) takes precedence over this header. Without either, the request is for the organisation that the session used last, or else the user's first one. */
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
            /** @description What learners now see of the chapter. */
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
                /** @description Page number, starting at 1. Pages beyond the last one have no results. */
                page?: components["parameters"]["Page"];
                /** @description Number of results on a page. */
                page_size?: components["parameters"]["PageSize"];
            };
            header?: {
                /** @description Id or subdomain of the organisation that this request is for. A host that belongs to an organisation (its subdomain or its verified domain) takes precedence over this header. Without either, the request is for the organisation that the session used last, or else the user's first one. */
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
                /** @description Id or subdomain of the organisation that this request is for. A host that belongs to an organisation (its subdomain or its verified domain) takes precedence over this header. Without either, the request is for the organisation that the session used last, or else the user's first one. */
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
                /** @description Id or subdomain of the organisation that this request is for. A host that belongs to an organisation (its subdomain or its verified domain) takes precedence over this header. Without either, the request is for the organisation that the session used last, or else the user's first one. */
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
            /** @description The new order is saved. */
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
                /** @description Id or subdomain of the organisation that this request is for. A host that belongs to an organisation (its subdomain or its verified domain) takes precedence over this header. Without either, the request is for the organisation that the session used last, or else the user's first one. */
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
                /** @description Id or subdomain of the organisation that this request is for. A host that belongs to an organisation (its subdomain or its verified domain) takes precedence over this header. Without either, the request is for the organisation that the session used last, or else the user's first one. */
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
                /** @description Id or subdomain of the organisation that this request is for. A host that belongs to an organisation (its subdomain or its verified domain) takes precedence over this header. Without either, the request is for the organisation that the session used last, or else the user's first one. */
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
            /** @description The updated lesson. */
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
                /** @description Id or subdomain of the organisation that this request is for. A host that belongs to an organisation (its subdomain or its verified domain) takes precedence over this header. Without either, the request is for the organisation that the session used last, or else the user's first one. */
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
                /** @description Id or subdomain of the organisation that this request is for. A host that belongs to an organisation (its subdomain or its verified domain) takes precedence over this header. Without either, the request is for the organisation that the session used last, or else the user's first one. */
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
            /** @description The updated lesson. */
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
                /** @description Id or subdomain of the organisation that this request is for. A host that belongs to an organisation (its subdomain or its verified domain) takes precedence over this header. Without either, the request is for the organisation that the session used last, or else the user's first one. */
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
            /** @description The updated lesson. */
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
                /** @description Page number, starting at 1. Pages beyond the last one have no results. */
                page?: components["parameters"]["Page"];
                /** @description Number of results on a page. */
                page_size?: components["parameters"]["PageSize"];
                /** @description Day 0 to count from, as for a learner who begins on that day. */
                day_zero?: string;
            };
            header?: {
                /** @description Id or subdomain of the organisation that this request is for. A host that belongs to an organisation (its subdomain or its verified domain) takes precedence over this header. Without either, the request is for the organisation that the session used last, or else the user's first one. */
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
                /** @description Id or subdomain of the organisation that this request is for. A host that belongs to an organisation (its subdomain or its verified domain) takes precedence over this header. Without either, the request is for the organisation that the session used last, or else the user's first one. */
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
            /** @description The updated schedule, with its first page of lessons. */
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
                /** @description Id or subdomain of the organisation that this request is for. A host that belongs to an organisation (its subdomain or its verified domain) takes precedence over this header. Without either, the request is for the organisation that the session used last, or else the user's first one. */
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
                /** @description Id or subdomain of the organisation that this request is for. A host that belongs to an organisation (its subdomain or its verified domain) takes precedence over this header. Without either, the request is for the organisation that the session used last, or else the user's first one. */
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
            /** @description The updated progress. */
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
                /** @description Id or subdomain of the organisation that this request is for. A host that belongs to an organisation (its subdomain or its verified domain) takes precedence over this header. Without either, the request is for the organisation that the session used last, or else the user's first one. */
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
            /** @description The suggested texts. */
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
                /** @description Page number, starting at 1. Pages beyond the last one have no results. */
                page?: components["parameters"]["Page"];
                /** @description Number of results on a page. */
                page_size?: components["parameters"]["PageSize"];
            };
            header?: {
                /** @description Id or subdomain of the organisation that this request is for. A host that belongs to an organisation (its subdomain or its verified domain) takes precedence over this header. Without either, the request is for the organisation that the session used last, or else the user's first one. */
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
            /** @description One page of hero images. */
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
                /** @description Id or subdomain of the organisation that this request is for. A host that belongs to an organisation (its subdomain or its verified domain) takes precedence over this header. Without either, the request is for the organisation that the session used last, or else the user's first one. */
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
            /** @description The hero image. */
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
                /** @description Id or subdomain of the organisation that this request is for. A host that belongs to an organisation (its subdomain or its verified domain) takes precedence over this header. Without either, the request is for the organisation that the session used last, or else the user's first one. */
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
            /** @description The hero image. */
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
                /** @description Id or subdomain of the organisation that this request is for. A host that belongs to an organisation (its subdomain or its verified domain) takes precedence over this header. Without either, the request is for the organisation that the session used last, or else the user's first one. */
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
            /** @description The hero image. */
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
                /** @description Id or subdomain of the organisation that this request is for. A host that belongs to an organisation (its subdomain or its verified domain) takes precedence over this header. Without either, the request is for the organisation that the session used last, or else the user's first one. */
                "X-Organisation"?: components["parameters"]["Organisation"];
            };
            path: {
                /** @description The course. */
                course_pk: string;
                /** @description The hero image. */
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
                /** @description Id or subdomain of the organisation that this request is for. A host that belongs to an organisation (its subdomain or its verified domain) takes precedence over this header. Without either, the request is for the organisation that the session used last, or else the user's first one. */
                "X-Organisation"?: components["parameters"]["Organisation"];
            };
            path: {
                /** @description The course. */
                course_pk: string;
                /** @description The hero image. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The hero image. */
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
                /** @description Id or subdomain of the organisation that this request is for. A host that belongs to an organisation (its subdomain or its verified domain) takes precedence over this header. Without either, the request is for the organisation that the session used last, or else the user's first one. */
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
            /** @description The learner was already enrolled. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Enrollment"];
                };
            };
            /** @description The learner is now enrolled. */
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
                /** @description Page number, starting at 1. Pages beyond the last one have no results. */
                page?: components["parameters"]["Page"];
                /** @description Number of results on a page. */
                page_size?: components["parameters"]["PageSize"];
                /** @description Only learners whose name or email address contains this text, ignoring case. */
                search?: string;
                /** @description Only enrollments in this state. */
                state?: "active" | "completed" | "expired" | "revoked";
                /** @description Only learners of this cohort. */
                cohort_id?: string;
                /** @description Sort order; a minus sign reverses it. Equal results are sorted by id. */
                ordering?: "-enrolled_at" | "enrolled_at" | "-last_activity_at" | "last_activity_at";
            };
            header?: {
                /** @description Id or subdomain of the organisation that this request is for. A host that belongs to an organisation (its subdomain or its verified domain) takes precedence over this header. Without either, the request is for the organisation that the session used last, or else the user's first one. */
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
                /** @description Id or subdomain of the organisation that this request is for. A host that belongs to an organisation (its subdomain or its verified domain) takes precedence over this header. Without either, the request is for the organisation that the session used last, or else the user's first one. */
                "X-Organisation"?: components["parameters"]["Organisation"];
            };
            path: {
                /** @description The course. */
                course_pk: string;
                /** @description The enrollment. */
                enrollment_pk: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The credentials card. */
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
                /** @description Page number, starting at 1. Pages beyond the last one have no results. */
                page?: components["parameters"]["Page"];
                /** @description Number of results on a page. */
                page_size?: components["parameters"]["PageSize"];
                /** @description Only cohorts with this status. */
                status?: "active" | "inactive" | "archived";
            };
            header?: {
                /** @description Id or subdomain of the organisation that this request is for. A host that belongs to an organisation (its subdomain or its verified domain) takes precedence over this header. Without either, the request is for the organisation that the session used last, or else the user's first one. */
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
                /** @description Id or subdomain of the organisation that this request is for. A host that belongs to an organisation (its subdomain or its verified domain) takes precedence over this header. Without either, the request is for the organisation that the session used last, or else the user's first one. */
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
                /** @description Id or subdomain of the organisation that this request is for. A host that belongs to an organisation (its subdomain or its verified domain) takes precedence over this header. Without either, the request is for the organisation that the session used last, or else the user's first one. */
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
                /** @description Id or subdomain of the organisation that this request is for. A host that belongs to an organisation (its subdomain or its verified domain) takes precedence over this header. Without either, the request is for the organisation that the session used last, or else the user's first one. */
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
            /** @description The updated cohort. */
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
                /** @description Id or subdomain of the organisation that this request is for. A host that belongs to an organisation (its subdomain or its verified domain) takes precedence over this header. Without either, the request is for the organisation that the session used last, or else the user's first one. */
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
            /** @description The updated cohort. */
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
                /** @description Page number, starting at 1. Pages beyond the last one have no results. */
                page?: components["parameters"]["Page"];
                /** @description Number of results on a page. */
                page_size?: components["parameters"]["PageSize"];
                /** @description Only courses with this text in their title, ignoring case. */
                search?: string;
                /** @description Only courses in this category. */
                category?: number;
                /** @description Only courses of this level. */
                level?: "all_levels" | "beginner" | "intermediate" | "advanced";
                /** @description Only courses in this language. */
                language?: string;
            };
            header?: {
                /** @description Id or subdomain of the organisation that this request is for. A host that belongs to an organisation (its subdomain or its verified domain) takes precedence over this header. Without either, the request is for the organisation that the session used last, or else the user's first one. */
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
                /** @description Page number, starting at 1. Pages beyond the last one have no results. */
                page?: components["parameters"]["Page"];
                /** @description Number of results on a page. */
                page_size?: components["parameters"]["PageSize"];
                /** @description Only enrollments in this state. */
                state?: "active" | "completed" | "expired" | "revoked";
            };
            header?: {
                /** @description Id or subdomain of the organisation that this request is for. A host that belongs to an organisation (its subdomain or its verified domain) takes precedence over this header. Without either, the request is for the organisation that the session used last, or else the user's first one. */
                "X-Organisation"?: components["parameters"]["Organisation"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of enrollments. */
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
                /** @description Number of days to list. */
                days?: number;
            };
            header?: {
                /** @description Id or subdomain of the organisation that this request is for. A host that belongs to an organisation (its subdomain or its verified domain) takes precedence over this header. Without either, the request is for the organisation that the session used last, or else the user's first one. */
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
                /** @description Id or subdomain of the organisation that this request is for. A host that belongs to an organisation (its subdomain or its verified domain) takes precedence over this header. Without either, the request is for the organisation that the session used last, or else the user's first one. */
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
            /** @description The enrollment. */
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
                /** @description Id or subdomain of the organisation that this request is for. A host that belongs to an organisation (its subdomain or its verified domain) takes precedence over this header. Without either, the request is for the organisation that the session used last, or else the user's first one. */
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
                /** @description Id or subdomain of the organisation that this request is for. A host that belongs to an organisation (its subdomain or its verified domain) takes precedence over this header. Without either, the request is for the organisation that the session used last, or else the user's first one. */
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
                /** @description Id or subdomain of the organisation that this request is for. A host that belongs to an organisation (its subdomain or its verified domain) takes precedence over this header. Without either, the request is for the organisation that the session used last, or else the user's first one. */
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
                /** @description Id or subdomain of the organisation that this request is for. A host that belongs to an organisation (its subdomain or its verified domain) takes precedence over this header. Without either, the request is for the organisation that the session used last, or else the user's first one. */
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
                /** @description Id or subdomain of the organisation that this request is for. A host that belongs to an organisation (its subdomain or its verified domain) takes precedence over this header. Without either, the request is for the organisation that the session used last, or else the user's first one. */
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
            /** @description The updated upload. */
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
                /** @description Id or subdomain of the organisation that this request is for. A host that belongs to an organisation (its subdomain or its verified domain) takes precedence over this header. Without either, the request is for the organisation that the session used last, or else the user's first one. */
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
                /** @description Id or subdomain of the organisation that this request is for. A host that belongs to an organisation (its subdomain or its verified domain) takes precedence over this header. Without either, the request is for the organisation that the session used last, or else the user's first one. */
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
                /** @description Id or subdomain of the organisation that this request is for. A host that belongs to an organisation (its subdomain or its verified domain) takes precedence over this header. Without either, the request is for the organisation that the session used last, or else the user's first one. */
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
                /** @description Id or subdomain of the organisation that this request is for. A host that belongs to an organisation (its subdomain or its verified domain) takes precedence over this header. Without either, the request is for the organisation that the session used last, or else the user's first one. */
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
                /** @description Id or subdomain of the organisation that this request is for. A host that belongs to an organisation (its subdomain or its verified domain) takes precedence over this header. Without either, the request is for the organisation that the session used last, or else the user's first one. */
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
                /** @description Page number, starting at 1. Pages beyond the last one have no results. */
                page?: components["parameters"]["Page"];
                /** @description Number of results on a page. */
                page_size?: components["parameters"]["PageSize"];
                /** @description Position in the list, as `next` and `previous` contain it. The page begins right after, or ends right before, the result that the link was made from, however many results were added or deleted since, and costs the same anywhere in the list. `page` is then ignored. A cursor is valid only for its own list and `ordering`; anything else returns 400 with the code `format`. */
                cursor?: components["parameters"]["Cursor"];
                /** @description Only files of this course. */
                course_id?: string;
                /** @description Only files with this purpose. */
                purpose?: string;
                /** @description Sort order; a minus sign reverses it. Equal results are sorted by id. */
                ordering?: "-created_at" | "created_at" | "-size_bytes";
            };
            header?: {
                /** @description Id or subdomain of the organisation that this request is for. A host that belongs to an organisation (its subdomain or its verified domain) takes precedence over this header. Without either, the request is for the organisation that the session used last, or else the user's first one. */
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
                /** @description Id or subdomain of the organisation that this request is for. A host that belongs to an organisation (its subdomain or its verified domain) takes precedence over this header. Without either, the request is for the organisation that the session used last, or else the user's first one. */
                "X-Organisation"?: components["parameters"]["Organisation"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The storage usage. */
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
                /** @description Id or subdomain of the organisation that this request is for. A host that belongs to an organisation (its subdomain or its verified domain) takes precedence over this header. Without either, the request is for the organisation that the session used last, or else the user's first one. */
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
            /** @description Removed. */
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
                /** @description Id or subdomain of the organisation that this request is for. A host that belongs to an organisation (its subdomain or its verified domain) takes precedence over this header. Without either, the request is for the organisation that the session used last, or else the user's first one. */
                "X-Organisation"?: components["parameters"]["Organisation"];
            };
            path?: never;
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
    createStorageBallast: {
        parameters: {
            query?: never;
            header?: {
                /** @description Id or subdomain of the organisation that this request is for. A host that belongs to an organisation (its subdomain or its verified domain) takes precedence over this header. Without either, the request is for the organisation that the session used last, or else the user's first one. */
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
            /** @description The updated storage usage. */
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
                /** @description Id or subdomain of the organisation that this request is for. A host that belongs to an organisation (its subdomain or its verified domain) takes precedence over this header. Without either, the request is for the organisation that the session used last, or else the user's first one. */
                "X-Organisation"?: components["parameters"]["Organisation"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Removed. */
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
                /** @description Id or subdomain of the organisation that this request is for. A host that belongs to an organisation (its subdomain or its verified domain) takes precedence over this header. Without either, the request is for the organisation that the session used last, or else the user's first one. */
                "X-Organisation"?: components["parameters"]["Organisation"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Removed. */
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
                /** @description Page number, starting at 1. Pages beyond the last one have no results. */
                page?: components["parameters"]["Page"];
                /** @description Number of results on a page. */
                page_size?: components["parameters"]["PageSize"];
            };
            header?: {
                /** @description Id or subdomain of the organisation that this request is for. A host that belongs to an organisation (its subdomain or its verified domain) takes precedence over this header. Without either, the request is for the organisation that the session used last, or else the user's first one. */
                "X-Organisation"?: components["parameters"]["Organisation"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of webhook endpoints. */
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
                /** @description Id or subdomain of the organisation that this request is for. A host that belongs to an organisation (its subdomain or its verified domain) takes precedence over this header. Without either, the request is for the organisation that the session used last, or else the user's first one. */
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
            /** @description The new webhook endpoint. */
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
                /** @description Id or subdomain of the organisation that this request is for. A host that belongs to an organisation (its subdomain or its verified domain) takes precedence over this header. Without either, the request is for the organisation that the session used last, or else the user's first one. */
                "X-Organisation"?: components["parameters"]["Organisation"];
            };
            path: {
                /** @description The webhook endpoint. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The webhook endpoint. */
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
                /** @description Id or subdomain of the organisation that this request is for. A host that belongs to an organisation (its subdomain or its verified domain) takes precedence over this header. Without either, the request is for the organisation that the session used last, or else the user's first one. */
                "X-Organisation"?: components["parameters"]["Organisation"];
            };
            path: {
                /** @description The webhook endpoint. */
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
                /** @description Id or subdomain of the organisation that this request is for. A host that belongs to an organisation (its subdomain or its verified domain) takes precedence over this header. Without either, the request is for the organisation that the session used last, or else the user's first one. */
                "X-Organisation"?: components["parameters"]["Organisation"];
            };
            path: {
                /** @description The webhook endpoint. */
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
            /** @description The updated webhook endpoint. */
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
                /** @description Page number, starting at 1. Pages beyond the last one have no results. */
                page?: components["parameters"]["Page"];
                /** @description Number of results on a page. */
                page_size?: components["parameters"]["PageSize"];
                /** @description Position in the list, as `next` and `previous` contain it. The page begins right after, or ends right before, the result that the link was made from, however many results were added or deleted since, and costs the same anywhere in the list. `page` is then ignored. A cursor is valid only for its own list and `ordering`; anything else returns 400 with the code `format`. */
                cursor?: components["parameters"]["Cursor"];
                /** @description Only deliveries that match this value. */
                status?: "pending" | "delivered" | "failed" | "cancelled";
                /** @description Only deliveries that match this value. */
                event_type?: components["schemas"]["WebhookEventType"];
            };
            header?: {
                /** @description Id or subdomain of the organisation that this request is for. A host that belongs to an organisation (its subdomain or its verified domain) takes precedence over this header. Without either, the request is for the organisation that the session used last, or else the user's first one. */
                "X-Organisation"?: components["parameters"]["Organisation"];
            };
            path: {
                /** @description The webhook endpoint. */
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
                /** @description Any text that identifies this one operation, for example a UUID: visible ASCII without spaces, 1 to 255 characters. Sending the same key and body again within 24 hours returns the first response; the same key with another body returns 400. Only successful responses are kept. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description Id or subdomain of the organisation that this request is for. A host that belongs to an organisation (its subdomain or its verified domain) takes precedence over this header. Without either, the request is for the organisation that the session used last, or else the user's first one. */
                "X-Organisation"?: components["parameters"]["Organisation"];
            };
            path: {
                /** @description The webhook endpoint. */
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
                /** @description Id of the event. It is the same in every attempt, so that duplicates can be recognized. */
                "webhook-id": string;
                /** @description When this attempt was made, in seconds since 1970. Reject requests that are older than five minutes. */
                "webhook-timestamp": string;
                /** @description `v1,` followed by the base64 of HMAC-SHA-256 over `<webhook-id>.<webhook-timestamp>.<body>`, keyed with the base64-decoded part of the secret that follows `whsec_`. While a secret is being replaced, there are several signatures, separated by spaces. */
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
                     * @description Type of the event.
                     * @constant
                     */
                    type: "course.created";
                    /**
                     * Format: date-time
                     * @description When the event happened.
                     */
                    timestamp: string;
                    data: components["schemas"]["CourseEvent"];
                };
            };
        };
        responses: {
            /** @description Accepted. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The endpoint no longer wants to receive events. */
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
                /** @description Id of the event. It is the same in every attempt, so that duplicates can be recognized. */
                "webhook-id": string;
                /** @description When this attempt was made, in seconds since 1970. Reject requests that are older than five minutes. */
                "webhook-timestamp": string;
                /** @description `v1,` followed by the base64 of HMAC-SHA-256 over `<webhook-id>.<webhook-timestamp>.<body>`, keyed with the base64-decoded part of the secret that follows `whsec_`. While a secret is being replaced, there are several signatures, separated by spaces. */
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
                     * @description Type of the event.
                     * @constant
                     */
                    type: "course.published";
                    /**
                     * Format: date-time
                     * @description When the event happened.
                     */
                    timestamp: string;
                    data: components["schemas"]["CourseEvent"];
                };
            };
        };
        responses: {
            /** @description Accepted. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The endpoint no longer wants to receive events. */
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
                /** @description Id of the event. It is the same in every attempt, so that duplicates can be recognized. */
                "webhook-id": string;
                /** @description When this attempt was made, in seconds since 1970. Reject requests that are older than five minutes. */
                "webhook-timestamp": string;
                /** @description `v1,` followed by the base64 of HMAC-SHA-256 over `<webhook-id>.<webhook-timestamp>.<body>`, keyed with the base64-decoded part of the secret that follows `whsec_`. While a secret is being replaced, there are several signatures, separated by spaces. */
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
                     * @description Type of the event.
                     * @constant
                     */
                    type: "course.unpublished";
                    /**
                     * Format: date-time
                     * @description When the event happened.
                     */
                    timestamp: string;
                    data: components["schemas"]["CourseEvent"];
                };
            };
        };
        responses: {
            /** @description Accepted. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The endpoint no longer wants to receive events. */
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
                /** @description Id of the event. It is the same in every attempt, so that duplicates can be recognized. */
                "webhook-id": string;
                /** @description When this attempt was made, in seconds since 1970. Reject requests that are older than five minutes. */
                "webhook-timestamp": string;
                /** @description `v1,` followed by the base64 of HMAC-SHA-256 over `<webhook-id>.<webhook-timestamp>.<body>`, keyed with the base64-decoded part of the secret that follows `whsec_`. While a secret is being replaced, there are several signatures, separated by spaces. */
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
                     * @description Type of the event.
                     * @constant
                     */
                    type: "course.deleted";
                    /**
                     * Format: date-time
                     * @description When the event happened.
                     */
                    timestamp: string;
                    data: components["schemas"]["CourseEvent"];
                };
            };
        };
        responses: {
            /** @description Accepted. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The endpoint no longer wants to receive events. */
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
                /** @description Id of the event. It is the same in every attempt, so that duplicates can be recognized. */
                "webhook-id": string;
                /** @description When this attempt was made, in seconds since 1970. Reject requests that are older than five minutes. */
                "webhook-timestamp": string;
                /** @description `v1,` followed by the base64 of HMAC-SHA-256 over `<webhook-id>.<webhook-timestamp>.<body>`, keyed with the base64-decoded part of the secret that follows `whsec_`. While a secret is being replaced, there are several signatures, separated by spaces. */
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
                     * @description Type of the event.
                     * @constant
                     */
                    type: "member.joined";
                    /**
                     * Format: date-time
                     * @description When the event happened.
                     */
                    timestamp: string;
                    data: components["schemas"]["MemberEvent"];
                };
            };
        };
        responses: {
            /** @description Accepted. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The endpoint no longer wants to receive events. */
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
                /** @description Id of the event. It is the same in every attempt, so that duplicates can be recognized. */
                "webhook-id": string;
                /** @description When this attempt was made, in seconds since 1970. Reject requests that are older than five minutes. */
                "webhook-timestamp": string;
                /** @description `v1,` followed by the base64 of HMAC-SHA-256 over `<webhook-id>.<webhook-timestamp>.<body>`, keyed with the base64-decoded part of the secret that follows `whsec_`. While a secret is being replaced, there are several signatures, separated by spaces. */
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
                     * @description Type of the event.
                     * @constant
                     */
                    type: "enrollment.created";
                    /**
                     * Format: date-time
                     * @description When the event happened.
                     */
                    timestamp: string;
                    data: components["schemas"]["EnrollmentEvent"];
                };
            };
        };
        responses: {
            /** @description Accepted. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The endpoint no longer wants to receive events. */
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
                /** @description Id of the event. It is the same in every attempt, so that duplicates can be recognized. */
                "webhook-id": string;
                /** @description When this attempt was made, in seconds since 1970. Reject requests that are older than five minutes. */
                "webhook-timestamp": string;
                /** @description `v1,` followed by the base64 of HMAC-SHA-256 over `<webhook-id>.<webhook-timestamp>.<body>`, keyed with the base64-decoded part of the secret that follows `whsec_`. While a secret is being replaced, there are several signatures, separated by spaces. */
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
                     * @description Type of the event.
                     * @constant
                     */
                    type: "enrollment.completed";
                    /**
                     * Format: date-time
                     * @description When the event happened.
                     */
                    timestamp: string;
                    data: components["schemas"]["EnrollmentCompletedEvent"];
                };
            };
        };
        responses: {
            /** @description Accepted. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The endpoint no longer wants to receive events. */
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
                /** @description Id of the event. It is the same in every attempt, so that duplicates can be recognized. */
                "webhook-id": string;
                /** @description When this attempt was made, in seconds since 1970. Reject requests that are older than five minutes. */
                "webhook-timestamp": string;
                /** @description `v1,` followed by the base64 of HMAC-SHA-256 over `<webhook-id>.<webhook-timestamp>.<body>`, keyed with the base64-decoded part of the secret that follows `whsec_`. While a secret is being replaced, there are several signatures, separated by spaces. */
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
                     * @description Type of the event.
                     * @constant
                     */
                    type: "lesson.completed";
                    /**
                     * Format: date-time
                     * @description When the event happened.
                     */
                    timestamp: string;
                    data: components["schemas"]["LessonCompletedEvent"];
                };
            };
        };
        responses: {
            /** @description Accepted. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The endpoint no longer wants to receive events. */
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
                /** @description Id of the event. It is the same in every attempt, so that duplicates can be recognized. */
                "webhook-id": string;
                /** @description When this attempt was made, in seconds since 1970. Reject requests that are older than five minutes. */
                "webhook-timestamp": string;
                /** @description `v1,` followed by the base64 of HMAC-SHA-256 over `<webhook-id>.<webhook-timestamp>.<body>`, keyed with the base64-decoded part of the secret that follows `whsec_`. While a secret is being replaced, there are several signatures, separated by spaces. */
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
                     * @description Type of the event.
                     * @constant
                     */
                    type: "quiz_attempt.finished";
                    /**
                     * Format: date-time
                     * @description When the event happened.
                     */
                    timestamp: string;
                    data: components["schemas"]["QuizAttemptEvent"];
                };
            };
        };
        responses: {
            /** @description Accepted. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The endpoint no longer wants to receive events. */
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
                /** @description Id of the event. It is the same in every attempt, so that duplicates can be recognized. */
                "webhook-id": string;
                /** @description When this attempt was made, in seconds since 1970. Reject requests that are older than five minutes. */
                "webhook-timestamp": string;
                /** @description `v1,` followed by the base64 of HMAC-SHA-256 over `<webhook-id>.<webhook-timestamp>.<body>`, keyed with the base64-decoded part of the secret that follows `whsec_`. While a secret is being replaced, there are several signatures, separated by spaces. */
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
                     * @description Type of the event.
                     * @constant
                     */
                    type: "submission.created";
                    /**
                     * Format: date-time
                     * @description When the event happened.
                     */
                    timestamp: string;
                    data: components["schemas"]["SubmissionEvent"];
                };
            };
        };
        responses: {
            /** @description Accepted. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The endpoint no longer wants to receive events. */
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
                /** @description Id of the event. It is the same in every attempt, so that duplicates can be recognized. */
                "webhook-id": string;
                /** @description When this attempt was made, in seconds since 1970. Reject requests that are older than five minutes. */
                "webhook-timestamp": string;
                /** @description `v1,` followed by the base64 of HMAC-SHA-256 over `<webhook-id>.<webhook-timestamp>.<body>`, keyed with the base64-decoded part of the secret that follows `whsec_`. While a secret is being replaced, there are several signatures, separated by spaces. */
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
                     * @description Type of the event.
                     * @constant
                     */
                    type: "webhook.ping";
                    /**
                     * Format: date-time
                     * @description When the event happened.
                     */
                    timestamp: string;
                    data: components["schemas"]["PingEvent"];
                };
            };
        };
        responses: {
            /** @description Accepted. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The endpoint no longer wants to receive events. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
}
