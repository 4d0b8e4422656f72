// Made by `make generate` from openapi.json. Do not edit.
import type { OperationRow } from '../src/http/contract/operation-row.ts';

export const operationTable = {
  "getAgentIdentity": {
    "method": "get",
    "path": "/api/v1/agent/whoami/",
    "tag": "Agent identity",
    "folder": "agent-identity",
    "surface": "agent",
    "scheme": "agentKey",
    "scope": null,
    "access": null,
    "qa": false,
    "idempotent": false,
    "query": {},
    "body": null,
    "statuses": [
      200,
      401,
      403,
      429,
      500
    ]
  },
  "listAgentCourses": {
    "method": "get",
    "path": "/api/v1/agent/courses/",
    "tag": "Agent courses",
    "folder": "agent-courses",
    "surface": "agent",
    "scheme": "agentKey",
    "scope": {
      "resource": "courses",
      "level": "view"
    },
    "access": null,
    "qa": false,
    "idempotent": false,
    "query": {
      "page": {
        "type": "integer",
        "minimum": 1,
        "maximum": 1000000,
        "default": 1
      },
      "page_size": {
        "type": "integer",
        "minimum": 1,
        "maximum": 200,
        "default": 50
      },
      "ordering": {
        "type": "string",
        "choices": [
          "-created_at",
          "created_at",
          "-updated_at",
          "updated_at",
          "title",
          "-title"
        ],
        "default": "-created_at"
      },
      "status": {
        "type": "string"
      },
      "slug": {
        "type": "string"
      }
    },
    "body": null,
    "statuses": [
      200,
      401,
      403,
      429,
      500
    ]
  },
  "createAgentCourse": {
    "method": "post",
    "path": "/api/v1/agent/courses/",
    "tag": "Agent courses",
    "folder": "agent-courses",
    "surface": "agent",
    "scheme": "agentKey",
    "scope": {
      "resource": "courses",
      "level": "edit"
    },
    "access": null,
    "qa": false,
    "idempotent": true,
    "query": {},
    "body": {
      "required": true,
      "mediaTypes": [
        "application/json",
        "application/x-www-form-urlencoded",
        "multipart/form-data"
      ],
      "maxBytes": 1048576,
      "members": {
        "title": {
          "kind": "string",
          "nullable": false
        },
        "slug": {
          "kind": "string",
          "nullable": false
        },
        "description": {
          "kind": "json",
          "nullable": true
        },
        "thumbnail_url": {
          "kind": "string",
          "nullable": true
        },
        "status": {
          "kind": "string",
          "nullable": false
        },
        "visibility": {
          "kind": "string",
          "nullable": false
        },
        "level": {
          "kind": "string",
          "nullable": false
        },
        "grade_level": {
          "kind": "string",
          "nullable": false
        },
        "language": {
          "kind": "string",
          "nullable": false
        },
        "category": {
          "kind": "integer",
          "nullable": true
        },
        "estimated_duration_minutes": {
          "kind": "integer",
          "nullable": true
        },
        "sales_page_blocks": {
          "kind": "json",
          "nullable": true
        },
        "landing_title": {
          "kind": "string",
          "nullable": true
        },
        "meta_title": {
          "kind": "string",
          "nullable": true
        },
        "meta_description": {
          "kind": "string",
          "nullable": true
        },
        "og_image_url": {
          "kind": "string",
          "nullable": true
        },
        "timezone": {
          "kind": "string",
          "nullable": false
        },
        "length_mode": {
          "kind": "string",
          "nullable": false
        },
        "duration_days": {
          "kind": "integer",
          "nullable": true
        },
        "start_date": {
          "kind": "string",
          "nullable": true
        },
        "end_date": {
          "kind": "string",
          "nullable": true
        },
        "schedule_basis": {
          "kind": "string",
          "nullable": false
        }
      }
    },
    "statuses": [
      201,
      400,
      401,
      403,
      413,
      415,
      429,
      500
    ]
  },
  "getAgentCourse": {
    "method": "get",
    "path": "/api/v1/agent/courses/{id}/",
    "tag": "Agent courses",
    "folder": "agent-courses",
    "surface": "agent",
    "scheme": "agentKey",
    "scope": {
      "resource": "courses",
      "level": "view"
    },
    "access": null,
    "qa": false,
    "idempotent": false,
    "query": {},
    "body": null,
    "statuses": [
      200,
      401,
      403,
      404,
      429,
      500
    ]
  },
  "replaceAgentCourse": {
    "method": "put",
    "path": "/api/v1/agent/courses/{id}/",
    "tag": "Agent courses",
    "folder": "agent-courses",
    "surface": "agent",
    "scheme": "agentKey",
    "scope": {
      "resource": "courses",
      "level": "edit"
    },
    "access": null,
    "qa": false,
    "idempotent": false,
    "query": {},
    "body": {
      "required": true,
      "mediaTypes": [
        "application/json",
        "application/x-www-form-urlencoded",
        "multipart/form-data"
      ],
      "maxBytes": 1048576,
      "members": {
        "title": {
          "kind": "string",
          "nullable": false
        },
        "slug": {
          "kind": "string",
          "nullable": false
        },
        "description": {
          "kind": "json",
          "nullable": true
        },
        "thumbnail_url": {
          "kind": "string",
          "nullable": true
        },
        "status": {
          "kind": "string",
          "nullable": false
        },
        "visibility": {
          "kind": "string",
          "nullable": false
        },
        "level": {
          "kind": "string",
          "nullable": false
        },
        "grade_level": {
          "kind": "string",
          "nullable": false
        },
        "language": {
          "kind": "string",
          "nullable": false
        },
        "category": {
          "kind": "integer",
          "nullable": true
        },
        "estimated_duration_minutes": {
          "kind": "integer",
          "nullable": true
        },
        "sales_page_blocks": {
          "kind": "json",
          "nullable": true
        },
        "landing_title": {
          "kind": "string",
          "nullable": true
        },
        "meta_title": {
          "kind": "string",
          "nullable": true
        },
        "meta_description": {
          "kind": "string",
          "nullable": true
        },
        "og_image_url": {
          "kind": "string",
          "nullable": true
        },
        "timezone": {
          "kind": "string",
          "nullable": false
        },
        "length_mode": {
          "kind": "string",
          "nullable": false
        },
        "duration_days": {
          "kind": "integer",
          "nullable": true
        },
        "start_date": {
          "kind": "string",
          "nullable": true
        },
        "end_date": {
          "kind": "string",
          "nullable": true
        },
        "schedule_basis": {
          "kind": "string",
          "nullable": false
        }
      }
    },
    "statuses": [
      200,
      400,
      401,
      403,
      404,
      413,
      415,
      429,
      500
    ]
  },
  "updateAgentCourse": {
    "method": "patch",
    "path": "/api/v1/agent/courses/{id}/",
    "tag": "Agent courses",
    "folder": "agent-courses",
    "surface": "agent",
    "scheme": "agentKey",
    "scope": {
      "resource": "courses",
      "level": "edit"
    },
    "access": null,
    "qa": false,
    "idempotent": false,
    "query": {},
    "body": {
      "required": false,
      "mediaTypes": [
        "application/json",
        "application/x-www-form-urlencoded",
        "multipart/form-data"
      ],
      "maxBytes": 1048576,
      "members": {
        "title": {
          "kind": "string",
          "nullable": false
        },
        "slug": {
          "kind": "string",
          "nullable": false
        },
        "description": {
          "kind": "json",
          "nullable": true
        },
        "thumbnail_url": {
          "kind": "string",
          "nullable": true
        },
        "status": {
          "kind": "string",
          "nullable": false
        },
        "visibility": {
          "kind": "string",
          "nullable": false
        },
        "level": {
          "kind": "string",
          "nullable": false
        },
        "grade_level": {
          "kind": "string",
          "nullable": false
        },
        "language": {
          "kind": "string",
          "nullable": false
        },
        "category": {
          "kind": "integer",
          "nullable": true
        },
        "estimated_duration_minutes": {
          "kind": "integer",
          "nullable": true
        },
        "sales_page_blocks": {
          "kind": "json",
          "nullable": true
        },
        "landing_title": {
          "kind": "string",
          "nullable": true
        },
        "meta_title": {
          "kind": "string",
          "nullable": true
        },
        "meta_description": {
          "kind": "string",
          "nullable": true
        },
        "og_image_url": {
          "kind": "string",
          "nullable": true
        },
        "timezone": {
          "kind": "string",
          "nullable": false
        },
        "length_mode": {
          "kind": "string",
          "nullable": false
        },
        "duration_days": {
          "kind": "integer",
          "nullable": true
        },
        "start_date": {
          "kind": "string",
          "nullable": true
        },
        "end_date": {
          "kind": "string",
          "nullable": true
        },
        "schedule_basis": {
          "kind": "string",
          "nullable": false
        }
      }
    },
    "statuses": [
      200,
      400,
      401,
      403,
      404,
      413,
      415,
      429,
      500
    ]
  },
  "deleteAgentCourse": {
    "method": "delete",
    "path": "/api/v1/agent/courses/{id}/",
    "tag": "Agent courses",
    "folder": "agent-courses",
    "surface": "agent",
    "scheme": "agentKey",
    "scope": {
      "resource": "courses",
      "level": "edit"
    },
    "access": null,
    "qa": false,
    "idempotent": false,
    "query": {},
    "body": null,
    "statuses": [
      204,
      401,
      403,
      404,
      429,
      500
    ]
  },
  "listAgentChapters": {
    "method": "get",
    "path": "/api/v1/agent/courses/{course_pk}/chapters/",
    "tag": "Agent chapters",
    "folder": "agent-chapters",
    "surface": "agent",
    "scheme": "agentKey",
    "scope": {
      "resource": "chapters",
      "level": "view"
    },
    "access": null,
    "qa": false,
    "idempotent": false,
    "query": {
      "page": {
        "type": "integer",
        "minimum": 1,
        "maximum": 1000000,
        "default": 1
      },
      "page_size": {
        "type": "integer",
        "minimum": 1,
        "maximum": 200,
        "default": 50
      }
    },
    "body": null,
    "statuses": [
      200,
      401,
      403,
      404,
      429,
      500
    ]
  },
  "createAgentChapter": {
    "method": "post",
    "path": "/api/v1/agent/courses/{course_pk}/chapters/",
    "tag": "Agent chapters",
    "folder": "agent-chapters",
    "surface": "agent",
    "scheme": "agentKey",
    "scope": {
      "resource": "chapters",
      "level": "edit"
    },
    "access": null,
    "qa": false,
    "idempotent": true,
    "query": {},
    "body": {
      "required": true,
      "mediaTypes": [
        "application/json",
        "application/x-www-form-urlencoded",
        "multipart/form-data"
      ],
      "maxBytes": 1048576,
      "members": {
        "title": {
          "kind": "string",
          "nullable": false
        },
        "position": {
          "kind": "integer",
          "nullable": false
        },
        "is_published": {
          "kind": "boolean",
          "nullable": false
        },
        "requires_previous_chapter": {
          "kind": "boolean",
          "nullable": false
        },
        "sequential_lessons": {
          "kind": "boolean",
          "nullable": false
        }
      }
    },
    "statuses": [
      201,
      400,
      401,
      403,
      404,
      413,
      415,
      429,
      500
    ]
  },
  "getAgentChapter": {
    "method": "get",
    "path": "/api/v1/agent/courses/{course_pk}/chapters/{id}/",
    "tag": "Agent chapters",
    "folder": "agent-chapters",
    "surface": "agent",
    "scheme": "agentKey",
    "scope": {
      "resource": "chapters",
      "level": "view"
    },
    "access": null,
    "qa": false,
    "idempotent": false,
    "query": {},
    "body": null,
    "statuses": [
      200,
      401,
      403,
      404,
      429,
      500
    ]
  },
  "replaceAgentChapter": {
    "method": "put",
    "path": "/api/v1/agent/courses/{course_pk}/chapters/{id}/",
    "tag": "Agent chapters",
    "folder": "agent-chapters",
    "surface": "agent",
    "scheme": "agentKey",
    "scope": {
      "resource": "chapters",
      "level": "edit"
    },
    "access": null,
    "qa": false,
    "idempotent": false,
    "query": {},
    "body": {
      "required": true,
      "mediaTypes": [
        "application/json",
        "application/x-www-form-urlencoded",
        "multipart/form-data"
      ],
      "maxBytes": 1048576,
      "members": {
        "title": {
          "kind": "string",
          "nullable": false
        },
        "position": {
          "kind": "integer",
          "nullable": false
        },
        "is_published": {
          "kind": "boolean",
          "nullable": false
        },
        "requires_previous_chapter": {
          "kind": "boolean",
          "nullable": false
        },
        "sequential_lessons": {
          "kind": "boolean",
          "nullable": false
        }
      }
    },
    "statuses": [
      200,
      400,
      401,
      403,
      404,
      413,
      415,
      429,
      500
    ]
  },
  "updateAgentChapter": {
    "method": "patch",
    "path": "/api/v1/agent/courses/{course_pk}/chapters/{id}/",
    "tag": "Agent chapters",
    "folder": "agent-chapters",
    "surface": "agent",
    "scheme": "agentKey",
    "scope": {
      "resource": "chapters",
      "level": "edit"
    },
    "access": null,
    "qa": false,
    "idempotent": false,
    "query": {},
    "body": {
      "required": false,
      "mediaTypes": [
        "application/json",
        "application/x-www-form-urlencoded",
        "multipart/form-data"
      ],
      "maxBytes": 1048576,
      "members": {
        "title": {
          "kind": "string",
          "nullable": false
        },
        "position": {
          "kind": "integer",
          "nullable": false
        },
        "is_published": {
          "kind": "boolean",
          "nullable": false
        },
        "requires_previous_chapter": {
          "kind": "boolean",
          "nullable": false
        },
        "sequential_lessons": {
          "kind": "boolean",
          "nullable": false
        }
      }
    },
    "statuses": [
      200,
      400,
      401,
      403,
      404,
      413,
      415,
      429,
      500
    ]
  },
  "deleteAgentChapter": {
    "method": "delete",
    "path": "/api/v1/agent/courses/{course_pk}/chapters/{id}/",
    "tag": "Agent chapters",
    "folder": "agent-chapters",
    "surface": "agent",
    "scheme": "agentKey",
    "scope": {
      "resource": "chapters",
      "level": "edit"
    },
    "access": null,
    "qa": false,
    "idempotent": false,
    "query": {},
    "body": null,
    "statuses": [
      204,
      401,
      403,
      404,
      429,
      500
    ]
  },
  "listAgentLessons": {
    "method": "get",
    "path": "/api/v1/agent/courses/{course_pk}/chapters/{chapter_pk}/lessons/",
    "tag": "Agent lessons",
    "folder": "agent-lessons",
    "surface": "agent",
    "scheme": "agentKey",
    "scope": {
      "resource": "lessons",
      "level": "view"
    },
    "access": null,
    "qa": false,
    "idempotent": false,
    "query": {
      "page": {
        "type": "integer",
        "minimum": 1,
        "maximum": 1000000,
        "default": 1
      },
      "page_size": {
        "type": "integer",
        "minimum": 1,
        "maximum": 200,
        "default": 50
      }
    },
    "body": null,
    "statuses": [
      200,
      401,
      403,
      404,
      429,
      500
    ]
  },
  "createAgentLesson": {
    "method": "post",
    "path": "/api/v1/agent/courses/{course_pk}/chapters/{chapter_pk}/lessons/",
    "tag": "Agent lessons",
    "folder": "agent-lessons",
    "surface": "agent",
    "scheme": "agentKey",
    "scope": {
      "resource": "lessons",
      "level": "edit"
    },
    "access": null,
    "qa": false,
    "idempotent": true,
    "query": {},
    "body": {
      "required": true,
      "mediaTypes": [
        "application/json",
        "application/x-www-form-urlencoded",
        "multipart/form-data"
      ],
      "maxBytes": 1048576,
      "members": {
        "title": {
          "kind": "string",
          "nullable": false
        },
        "position": {
          "kind": "integer",
          "nullable": false
        },
        "is_published": {
          "kind": "boolean",
          "nullable": false
        },
        "content_type": {
          "kind": "string",
          "nullable": false
        },
        "content": {
          "kind": "json",
          "nullable": true
        },
        "is_free_preview": {
          "kind": "boolean",
          "nullable": false
        },
        "opens_day_offset": {
          "kind": "integer",
          "nullable": true
        },
        "opens_time": {
          "kind": "string",
          "nullable": true
        },
        "closes_day_offset": {
          "kind": "integer",
          "nullable": true
        },
        "closes_time": {
          "kind": "string",
          "nullable": true
        },
        "view_window_minutes": {
          "kind": "integer",
          "nullable": true
        }
      }
    },
    "statuses": [
      201,
      400,
      401,
      403,
      404,
      413,
      415,
      429,
      500
    ]
  },
  "getAgentLesson": {
    "method": "get",
    "path": "/api/v1/agent/courses/{course_pk}/chapters/{chapter_pk}/lessons/{id}/",
    "tag": "Agent lessons",
    "folder": "agent-lessons",
    "surface": "agent",
    "scheme": "agentKey",
    "scope": {
      "resource": "lessons",
      "level": "view"
    },
    "access": null,
    "qa": false,
    "idempotent": false,
    "query": {},
    "body": null,
    "statuses": [
      200,
      401,
      403,
      404,
      429,
      500
    ]
  },
  "updateAgentLesson": {
    "method": "patch",
    "path": "/api/v1/agent/courses/{course_pk}/chapters/{chapter_pk}/lessons/{id}/",
    "tag": "Agent lessons",
    "folder": "agent-lessons",
    "surface": "agent",
    "scheme": "agentKey",
    "scope": {
      "resource": "lessons",
      "level": "edit"
    },
    "access": null,
    "qa": false,
    "idempotent": false,
    "query": {},
    "body": {
      "required": true,
      "mediaTypes": [
        "application/json",
        "application/x-www-form-urlencoded",
        "multipart/form-data"
      ],
      "maxBytes": 1048576,
      "members": {
        "title": {
          "kind": "string",
          "nullable": false
        },
        "position": {
          "kind": "integer",
          "nullable": false
        },
        "is_published": {
          "kind": "boolean",
          "nullable": false
        },
        "content_type": {
          "kind": "string",
          "nullable": false
        },
        "content": {
          "kind": "json",
          "nullable": true
        },
        "is_free_preview": {
          "kind": "boolean",
          "nullable": false
        },
        "opens_day_offset": {
          "kind": "integer",
          "nullable": true
        },
        "opens_time": {
          "kind": "string",
          "nullable": true
        },
        "closes_day_offset": {
          "kind": "integer",
          "nullable": true
        },
        "closes_time": {
          "kind": "string",
          "nullable": true
        },
        "view_window_minutes": {
          "kind": "integer",
          "nullable": true
        },
        "updated_at": {
          "kind": "string",
          "nullable": false
        }
      }
    },
    "statuses": [
      200,
      400,
      401,
      403,
      404,
      409,
      413,
      415,
      429,
      500
    ]
  },
  "deleteAgentLesson": {
    "method": "delete",
    "path": "/api/v1/agent/courses/{course_pk}/chapters/{chapter_pk}/lessons/{id}/",
    "tag": "Agent lessons",
    "folder": "agent-lessons",
    "surface": "agent",
    "scheme": "agentKey",
    "scope": {
      "resource": "lessons",
      "level": "edit"
    },
    "access": null,
    "qa": false,
    "idempotent": false,
    "query": {},
    "body": null,
    "statuses": [
      204,
      401,
      403,
      404,
      429,
      500
    ]
  },
  "getAgentOrgSettings": {
    "method": "get",
    "path": "/api/v1/agent/org-settings/",
    "tag": "Agent organisation settings",
    "folder": "agent-organisation-settings",
    "surface": "agent",
    "scheme": "agentKey",
    "scope": {
      "resource": "org_settings",
      "level": "view"
    },
    "access": null,
    "qa": false,
    "idempotent": false,
    "query": {},
    "body": null,
    "statuses": [
      200,
      401,
      403,
      429,
      500
    ]
  },
  "updateAgentOrgSettings": {
    "method": "patch",
    "path": "/api/v1/agent/org-settings/",
    "tag": "Agent organisation settings",
    "folder": "agent-organisation-settings",
    "surface": "agent",
    "scheme": "agentKey",
    "scope": {
      "resource": "org_settings",
      "level": "edit"
    },
    "access": null,
    "qa": false,
    "idempotent": false,
    "query": {},
    "body": {
      "required": false,
      "mediaTypes": [
        "application/json",
        "application/x-www-form-urlencoded",
        "multipart/form-data"
      ],
      "maxBytes": 1048576,
      "members": {
        "name": {
          "kind": "string",
          "nullable": false
        },
        "description": {
          "kind": "string",
          "nullable": true
        },
        "support_email": {
          "kind": "string",
          "nullable": true
        },
        "timezone": {
          "kind": "string",
          "nullable": false
        },
        "language": {
          "kind": "string",
          "nullable": false
        },
        "currency": {
          "kind": "string",
          "nullable": false
        },
        "website_url": {
          "kind": "string",
          "nullable": true
        },
        "primary_color": {
          "kind": "string",
          "nullable": true
        },
        "accent_color": {
          "kind": "string",
          "nullable": true
        },
        "terms_url": {
          "kind": "string",
          "nullable": true
        },
        "privacy_url": {
          "kind": "string",
          "nullable": true
        },
        "refund_policy_url": {
          "kind": "string",
          "nullable": true
        },
        "imprint_url": {
          "kind": "string",
          "nullable": true
        }
      }
    },
    "statuses": [
      200,
      400,
      401,
      403,
      413,
      415,
      429,
      500
    ]
  },
  "signUp": {
    "method": "post",
    "path": "/api/v1/auth/signup/",
    "tag": "Authentication",
    "folder": "authentication",
    "surface": "session",
    "scheme": null,
    "scope": null,
    "access": "public",
    "qa": false,
    "idempotent": false,
    "query": {},
    "body": {
      "required": true,
      "mediaTypes": [
        "application/json"
      ],
      "maxBytes": 1048576,
      "members": {
        "email": {
          "kind": "string",
          "nullable": false
        },
        "password": {
          "kind": "string",
          "nullable": false
        },
        "name": {
          "kind": "string",
          "nullable": false
        },
        "language": {
          "kind": "string",
          "nullable": false
        }
      }
    },
    "statuses": [
      202,
      400,
      403,
      413,
      415,
      429,
      500
    ]
  },
  "verifyEmail": {
    "method": "post",
    "path": "/api/v1/auth/verify-email/",
    "tag": "Authentication",
    "folder": "authentication",
    "surface": "session",
    "scheme": null,
    "scope": null,
    "access": "public",
    "qa": false,
    "idempotent": false,
    "query": {},
    "body": {
      "required": true,
      "mediaTypes": [
        "application/json"
      ],
      "maxBytes": 1048576,
      "members": {
        "token": {
          "kind": "string",
          "nullable": false
        }
      }
    },
    "statuses": [
      204,
      400,
      403,
      413,
      415,
      429,
      500
    ]
  },
  "resendVerification": {
    "method": "post",
    "path": "/api/v1/auth/resend-verification/",
    "tag": "Authentication",
    "folder": "authentication",
    "surface": "session",
    "scheme": null,
    "scope": null,
    "access": "public",
    "qa": false,
    "idempotent": false,
    "query": {},
    "body": {
      "required": true,
      "mediaTypes": [
        "application/json"
      ],
      "maxBytes": 1048576,
      "members": {
        "email": {
          "kind": "string",
          "nullable": false
        }
      }
    },
    "statuses": [
      202,
      400,
      403,
      413,
      415,
      429,
      500
    ]
  },
  "logIn": {
    "method": "post",
    "path": "/api/v1/auth/login/",
    "tag": "Authentication",
    "folder": "authentication",
    "surface": "session",
    "scheme": null,
    "scope": null,
    "access": "public",
    "qa": false,
    "idempotent": false,
    "query": {},
    "body": {
      "required": true,
      "mediaTypes": [
        "application/json"
      ],
      "maxBytes": 1048576,
      "members": {
        "email": {
          "kind": "string",
          "nullable": false
        },
        "password": {
          "kind": "string",
          "nullable": false
        }
      }
    },
    "statuses": [
      200,
      400,
      401,
      403,
      413,
      415,
      429,
      500
    ]
  },
  "logInWithCode": {
    "method": "post",
    "path": "/api/v1/auth/login/mfa/",
    "tag": "Authentication",
    "folder": "authentication",
    "surface": "session",
    "scheme": "cookieAuth",
    "scope": null,
    "access": "second_factor",
    "qa": false,
    "idempotent": false,
    "query": {},
    "body": {
      "required": true,
      "mediaTypes": [
        "application/json"
      ],
      "maxBytes": 1048576,
      "members": {
        "code": {
          "kind": "string",
          "nullable": false
        }
      }
    },
    "statuses": [
      200,
      400,
      401,
      403,
      413,
      415,
      429,
      500
    ]
  },
  "resendLogInCode": {
    "method": "post",
    "path": "/api/v1/auth/login/mfa/resend/",
    "tag": "Authentication",
    "folder": "authentication",
    "surface": "session",
    "scheme": "cookieAuth",
    "scope": null,
    "access": "second_factor",
    "qa": false,
    "idempotent": false,
    "query": {},
    "body": {
      "required": true,
      "mediaTypes": [
        "application/json"
      ],
      "maxBytes": 1048576,
      "members": {
        "channel": {
          "kind": "string",
          "nullable": false
        }
      }
    },
    "statuses": [
      202,
      400,
      401,
      403,
      413,
      415,
      429,
      500
    ]
  },
  "logInWithTotp": {
    "method": "post",
    "path": "/api/v1/auth/login/totp/",
    "tag": "Authentication",
    "folder": "authentication",
    "surface": "session",
    "scheme": "cookieAuth",
    "scope": null,
    "access": "second_factor",
    "qa": false,
    "idempotent": false,
    "query": {},
    "body": {
      "required": true,
      "mediaTypes": [
        "application/json"
      ],
      "maxBytes": 1048576,
      "members": {
        "code": {
          "kind": "string",
          "nullable": false
        }
      }
    },
    "statuses": [
      200,
      400,
      401,
      403,
      413,
      415,
      429,
      500
    ]
  },
  "changePassword": {
    "method": "post",
    "path": "/api/v1/auth/password-change/",
    "tag": "Authentication",
    "folder": "authentication",
    "surface": "session",
    "scheme": "cookieAuth",
    "scope": null,
    "access": "user",
    "qa": false,
    "idempotent": false,
    "query": {},
    "body": {
      "required": true,
      "mediaTypes": [
        "application/json"
      ],
      "maxBytes": 1048576,
      "members": {
        "current_password": {
          "kind": "string",
          "nullable": false
        },
        "new_password": {
          "kind": "string",
          "nullable": false
        }
      }
    },
    "statuses": [
      204,
      400,
      401,
      403,
      413,
      415,
      429,
      500
    ]
  },
  "requestPasswordReset": {
    "method": "post",
    "path": "/api/v1/auth/password-reset/",
    "tag": "Authentication",
    "folder": "authentication",
    "surface": "session",
    "scheme": null,
    "scope": null,
    "access": "public",
    "qa": false,
    "idempotent": false,
    "query": {},
    "body": {
      "required": true,
      "mediaTypes": [
        "application/json"
      ],
      "maxBytes": 1048576,
      "members": {
        "email": {
          "kind": "string",
          "nullable": false
        }
      }
    },
    "statuses": [
      202,
      400,
      403,
      413,
      415,
      429,
      500
    ]
  },
  "confirmPasswordReset": {
    "method": "post",
    "path": "/api/v1/auth/password-reset-confirm/",
    "tag": "Authentication",
    "folder": "authentication",
    "surface": "session",
    "scheme": null,
    "scope": null,
    "access": "public",
    "qa": false,
    "idempotent": false,
    "query": {},
    "body": {
      "required": true,
      "mediaTypes": [
        "application/json"
      ],
      "maxBytes": 1048576,
      "members": {
        "token": {
          "kind": "string",
          "nullable": false
        },
        "new_password": {
          "kind": "string",
          "nullable": false
        }
      }
    },
    "statuses": [
      204,
      400,
      403,
      413,
      415,
      429,
      500
    ]
  },
  "refreshSession": {
    "method": "post",
    "path": "/api/v1/auth/token/refresh/",
    "tag": "Authentication",
    "folder": "authentication",
    "surface": "session",
    "scheme": "cookieAuth",
    "scope": null,
    "access": "user",
    "qa": false,
    "idempotent": false,
    "query": {},
    "body": null,
    "statuses": [
      200,
      400,
      401,
      403,
      429,
      500
    ]
  },
  "getMe": {
    "method": "get",
    "path": "/api/v1/me/",
    "tag": "Current user",
    "folder": "current-user",
    "surface": "session",
    "scheme": "cookieAuth",
    "scope": null,
    "access": "user",
    "qa": false,
    "idempotent": false,
    "query": {},
    "body": null,
    "statuses": [
      200,
      400,
      401,
      429,
      500
    ]
  },
  "updateMe": {
    "method": "patch",
    "path": "/api/v1/me/",
    "tag": "Current user",
    "folder": "current-user",
    "surface": "session",
    "scheme": "cookieAuth",
    "scope": null,
    "access": "user",
    "qa": false,
    "idempotent": false,
    "query": {},
    "body": {
      "required": true,
      "mediaTypes": [
        "application/json"
      ],
      "maxBytes": 1048576,
      "members": {
        "name": {
          "kind": "string",
          "nullable": false
        },
        "language": {
          "kind": "string",
          "nullable": false
        },
        "timezone": {
          "kind": "string",
          "nullable": false
        },
        "second_factor": {
          "kind": "string",
          "nullable": false
        }
      }
    },
    "statuses": [
      200,
      400,
      401,
      403,
      413,
      415,
      429,
      500
    ]
  },
  "startTotp": {
    "method": "post",
    "path": "/api/v1/me/totp/enable/start/",
    "tag": "Two-step sign-in",
    "folder": "two-step-sign-in",
    "surface": "session",
    "scheme": "cookieAuth",
    "scope": null,
    "access": "user",
    "qa": false,
    "idempotent": false,
    "query": {},
    "body": null,
    "statuses": [
      200,
      400,
      401,
      403,
      409,
      429,
      500
    ]
  },
  "confirmTotp": {
    "method": "post",
    "path": "/api/v1/me/totp/enable/confirm/",
    "tag": "Two-step sign-in",
    "folder": "two-step-sign-in",
    "surface": "session",
    "scheme": "cookieAuth",
    "scope": null,
    "access": "user",
    "qa": false,
    "idempotent": false,
    "query": {},
    "body": {
      "required": true,
      "mediaTypes": [
        "application/json"
      ],
      "maxBytes": 1048576,
      "members": {
        "code": {
          "kind": "string",
          "nullable": false
        }
      }
    },
    "statuses": [
      200,
      400,
      401,
      403,
      409,
      413,
      415,
      429,
      500
    ]
  },
  "disableTotp": {
    "method": "post",
    "path": "/api/v1/me/totp/disable/",
    "tag": "Two-step sign-in",
    "folder": "two-step-sign-in",
    "surface": "session",
    "scheme": "cookieAuth",
    "scope": null,
    "access": "user",
    "qa": false,
    "idempotent": false,
    "query": {},
    "body": {
      "required": true,
      "mediaTypes": [
        "application/json"
      ],
      "maxBytes": 1048576,
      "members": {
        "password": {
          "kind": "string",
          "nullable": false
        },
        "code": {
          "kind": "string",
          "nullable": false
        }
      }
    },
    "statuses": [
      204,
      400,
      401,
      403,
      413,
      415,
      429,
      500
    ]
  },
  "regenerateBackupCodes": {
    "method": "post",
    "path": "/api/v1/me/totp/backup-codes/regenerate/",
    "tag": "Two-step sign-in",
    "folder": "two-step-sign-in",
    "surface": "session",
    "scheme": "cookieAuth",
    "scope": null,
    "access": "user",
    "qa": false,
    "idempotent": false,
    "query": {},
    "body": {
      "required": true,
      "mediaTypes": [
        "application/json"
      ],
      "maxBytes": 1048576,
      "members": {
        "password": {
          "kind": "string",
          "nullable": false
        },
        "code": {
          "kind": "string",
          "nullable": false
        }
      }
    },
    "statuses": [
      200,
      400,
      401,
      403,
      409,
      413,
      415,
      429,
      500
    ]
  },
  "listApiKeys": {
    "method": "get",
    "path": "/api/v1/tenants/api-keys/",
    "tag": "API keys",
    "folder": "api-keys",
    "surface": "session",
    "scheme": "cookieAuth",
    "scope": null,
    "access": "creator",
    "qa": false,
    "idempotent": false,
    "query": {
      "page": {
        "type": "integer",
        "minimum": 1,
        "maximum": 1000000,
        "default": 1
      },
      "page_size": {
        "type": "integer",
        "minimum": 1,
        "maximum": 200,
        "default": 50
      }
    },
    "body": null,
    "statuses": [
      200,
      400,
      401,
      403,
      429,
      500
    ]
  },
  "createApiKey": {
    "method": "post",
    "path": "/api/v1/tenants/api-keys/",
    "tag": "API keys",
    "folder": "api-keys",
    "surface": "session",
    "scheme": "cookieAuth",
    "scope": null,
    "access": "creator",
    "qa": false,
    "idempotent": false,
    "query": {},
    "body": {
      "required": true,
      "mediaTypes": [
        "application/json"
      ],
      "maxBytes": 1048576,
      "members": {
        "name": {
          "kind": "string",
          "nullable": false
        },
        "scopes": {
          "kind": "json",
          "nullable": false
        },
        "expires_at": {
          "kind": "string",
          "nullable": true
        }
      }
    },
    "statuses": [
      201,
      400,
      401,
      403,
      409,
      413,
      415,
      429,
      500
    ]
  },
  "deleteApiKey": {
    "method": "delete",
    "path": "/api/v1/tenants/api-keys/{id}/",
    "tag": "API keys",
    "folder": "api-keys",
    "surface": "session",
    "scheme": "cookieAuth",
    "scope": null,
    "access": "creator",
    "qa": false,
    "idempotent": false,
    "query": {},
    "body": null,
    "statuses": [
      204,
      400,
      401,
      403,
      404,
      429,
      500
    ]
  },
  "replaceApiKeyScopes": {
    "method": "put",
    "path": "/api/v1/tenants/api-keys/{id}/scopes/",
    "tag": "API keys",
    "folder": "api-keys",
    "surface": "session",
    "scheme": "cookieAuth",
    "scope": null,
    "access": "creator",
    "qa": false,
    "idempotent": false,
    "query": {},
    "body": {
      "required": true,
      "mediaTypes": [
        "application/json"
      ],
      "maxBytes": 1048576,
      "members": {
        "courses": {
          "kind": "string",
          "nullable": false
        },
        "chapters": {
          "kind": "string",
          "nullable": false
        },
        "lessons": {
          "kind": "string",
          "nullable": false
        },
        "org_settings": {
          "kind": "string",
          "nullable": false
        }
      }
    },
    "statuses": [
      200,
      400,
      401,
      403,
      404,
      413,
      415,
      429,
      500
    ]
  },
  "setUpOrganisation": {
    "method": "post",
    "path": "/api/v1/tenants/setup/",
    "tag": "Organisation",
    "folder": "organisation",
    "surface": "session",
    "scheme": "cookieAuth",
    "scope": null,
    "access": "user",
    "qa": false,
    "idempotent": false,
    "query": {},
    "body": {
      "required": true,
      "mediaTypes": [
        "application/json"
      ],
      "maxBytes": 1048576,
      "members": {
        "name": {
          "kind": "string",
          "nullable": false
        },
        "subdomain": {
          "kind": "string",
          "nullable": false
        },
        "timezone": {
          "kind": "string",
          "nullable": false
        },
        "language": {
          "kind": "string",
          "nullable": false
        },
        "currency": {
          "kind": "string",
          "nullable": false
        }
      }
    },
    "statuses": [
      201,
      400,
      401,
      403,
      409,
      413,
      415,
      429,
      500
    ]
  },
  "getTenantConfig": {
    "method": "get",
    "path": "/api/v1/tenants/config/",
    "tag": "Organisation",
    "folder": "organisation",
    "surface": "session",
    "scheme": "cookieAuth",
    "scope": null,
    "access": "member",
    "qa": false,
    "idempotent": false,
    "query": {},
    "body": null,
    "statuses": [
      200,
      400,
      401,
      403,
      429,
      500
    ]
  },
  "getSubdomain": {
    "method": "get",
    "path": "/api/v1/tenants/subdomain/",
    "tag": "Organisation",
    "folder": "organisation",
    "surface": "session",
    "scheme": "cookieAuth",
    "scope": null,
    "access": "creator",
    "qa": false,
    "idempotent": false,
    "query": {},
    "body": null,
    "statuses": [
      200,
      400,
      401,
      403,
      429,
      500
    ]
  },
  "updateSubdomain": {
    "method": "patch",
    "path": "/api/v1/tenants/subdomain/",
    "tag": "Organisation",
    "folder": "organisation",
    "surface": "session",
    "scheme": "cookieAuth",
    "scope": null,
    "access": "creator",
    "qa": false,
    "idempotent": false,
    "query": {},
    "body": {
      "required": true,
      "mediaTypes": [
        "application/json"
      ],
      "maxBytes": 1048576,
      "members": {
        "subdomain": {
          "kind": "string",
          "nullable": false
        }
      }
    },
    "statuses": [
      200,
      400,
      401,
      403,
      413,
      415,
      429,
      500
    ]
  },
  "listAuditLog": {
    "method": "get",
    "path": "/api/v1/audit-log/",
    "tag": "Audit log",
    "folder": "audit-log",
    "surface": "session",
    "scheme": "cookieAuth",
    "scope": null,
    "access": "creator",
    "qa": false,
    "idempotent": false,
    "query": {
      "page": {
        "type": "integer",
        "minimum": 1,
        "maximum": 1000000,
        "default": 1
      },
      "page_size": {
        "type": "integer",
        "minimum": 1,
        "maximum": 200,
        "default": 50
      },
      "action": {
        "type": "string"
      },
      "actor_id": {
        "type": "string"
      },
      "object_id": {
        "type": "string"
      },
      "since": {
        "type": "string"
      },
      "until": {
        "type": "string"
      }
    },
    "body": null,
    "statuses": [
      200,
      400,
      401,
      403,
      429,
      500
    ]
  },
  "listPlans": {
    "method": "get",
    "path": "/api/v1/billing/plans/",
    "tag": "Billing",
    "folder": "billing",
    "surface": "session",
    "scheme": null,
    "scope": null,
    "access": "public",
    "qa": false,
    "idempotent": false,
    "query": {
      "page": {
        "type": "integer",
        "minimum": 1,
        "maximum": 1000000,
        "default": 1
      },
      "page_size": {
        "type": "integer",
        "minimum": 1,
        "maximum": 200,
        "default": 50
      }
    },
    "body": null,
    "statuses": [
      200,
      400,
      429,
      500
    ]
  },
  "getPlatformSubscription": {
    "method": "get",
    "path": "/api/v1/billing/subscription/",
    "tag": "Billing",
    "folder": "billing",
    "surface": "session",
    "scheme": "cookieAuth",
    "scope": null,
    "access": "creator",
    "qa": false,
    "idempotent": false,
    "query": {},
    "body": null,
    "statuses": [
      200,
      400,
      401,
      403,
      404,
      429,
      500
    ]
  },
  "listCurrencies": {
    "method": "get",
    "path": "/api/v1/currencies/",
    "tag": "Reference data",
    "folder": "reference-data",
    "surface": "session",
    "scheme": null,
    "scope": null,
    "access": "public",
    "qa": false,
    "idempotent": false,
    "query": {
      "page": {
        "type": "integer",
        "minimum": 1,
        "maximum": 1000000,
        "default": 1
      },
      "page_size": {
        "type": "integer",
        "minimum": 1,
        "maximum": 200,
        "default": 50
      }
    },
    "body": null,
    "statuses": [
      200,
      400,
      429,
      500
    ]
  },
  "listTimeZones": {
    "method": "get",
    "path": "/api/v1/timezones/",
    "tag": "Reference data",
    "folder": "reference-data",
    "surface": "session",
    "scheme": null,
    "scope": null,
    "access": "public",
    "qa": false,
    "idempotent": false,
    "query": {
      "page": {
        "type": "integer",
        "minimum": 1,
        "maximum": 1000000,
        "default": 1
      },
      "page_size": {
        "type": "integer",
        "minimum": 1,
        "maximum": 200,
        "default": 50
      }
    },
    "body": null,
    "statuses": [
      200,
      400,
      429,
      500
    ]
  }
} as const satisfies Record<string, OperationRow>;

export type OperationId = keyof typeof operationTable;
